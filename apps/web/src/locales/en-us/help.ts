import type { Same } from '../resources.ts'
import type { help as zh } from '../zh-cn/help.ts'

export const help: Same<typeof zh> = {
  search: 'Search questions',
  searchPlaceholder: 'For example: settle early',
  noneTitle: 'No matching question',
  noneBody: 'Try another word, contact us, or send feedback.',
  topic: {
    apply: 'Applying',
    borrow: 'Borrowing',
    repay: 'Repaying',
    account: 'Account and messages',
    safety: 'Safety and privacy',
    complain: 'Complaints',
  },
  item: {
    needed: {
      question: 'What do I need to apply?',
      answer:
        'Your valid ID card and your own phone number. You verify your identity and face, fill in your profile with two contacts, then confirm and submit. You must be 18 to 60 years old. Students can’t apply.',
    },
    howLong: {
      question: 'When do I get the result?',
      answer:
        'The system reviews your application after you submit it. Home and the result page show where it stands, and we’ll message you with the result.',
    },
    refused: {
      question: 'What if my application is declined?',
      answer:
        'The result page lists the main reasons and the earliest day to apply again. If you think the result is wrong, you can ask once for the system to assess it again.',
    },
    applyFree: { question: 'Does applying cost anything?', answer: 'Applying is free. With a limit you pay nothing until you borrow.' },
    cost: {
      question: 'What does a loan cost in total?',
      answer:
        'Once you choose an amount and a term, the page shows each payment, the total interest, and the APR. The cost sheet before signing lists every item with its payee and amount, including what late payment or early settlement may cost.',
    },
    whoLends: {
      question: 'Who lends me the money?',
      answer:
        'A licensed lender. Its name is shown before you sign. “About us” lists the lenders that lend today with their license numbers.',
    },
    arrival: {
      question: 'When does the money arrive?',
      answer:
        'The withdrawal page shows the lender’s expected time. Then you can follow the payout in the loan’s details. We’ll message you when the money arrives.',
    },
    payoutFailed: {
      question: 'What if the payout fails?',
      answer: 'Your limit is available again. Open the loan to see the reason, then choose another card or submit again.',
    },
    howToPay: {
      question: 'How do I repay?',
      answer:
        'Open your bills, choose the loan, and pay with one of your debit cards. If you authorized automatic debits, the card shown in the loan’s details is debited on the due date. Please keep enough money on it.',
    },
    early: {
      question: 'Can I settle early?',
      answer:
        'Yes. Choose early settlement in the loan’s details. You first see what you’d pay today and how it’s made up, and you pay only after you confirm. Your contract says whether there’s a fee.',
    },
    overdue: {
      question: 'What happens if I’m late?',
      answer:
        'Grace days, the late fee, and its maximum are in your contract. Home and the payment page show the late fee so far. You can’t borrow again while a loan is overdue. Please pay soon, or contact us first.',
    },
    debitFailed: {
      question: 'What if a debit fails?',
      answer: 'Check the card and its balance, then pay in the app. You can also pay with another card.',
    },
    surplus: { question: 'What if I overpaid?', answer: 'We’re holding it for you. If you have questions, please contact us.' },
    debitCard: {
      question: 'How do I change the card you debit?',
      answer: 'Make another card the default under “Cards”. Your running loans are then debited from it.',
    },
    promotions: {
      question: 'How do I turn off promotions?',
      answer:
        'Turn off “Promotions” in Settings. You get no more activity messages, and home shows no more banners. Messages about your loans and money always come.',
    },
    devices: {
      question: 'How do I log out on another device?',
      answer: 'Under “Where you’re logged in” in Settings, you can log out of one device or of all others.',
    },
    code: { question: 'Someone asks me for a code. What do I do?', answer: 'Don’t share it. Our staff will never ask for it.' },
    contacts: { question: 'Will my contacts know about my loan?', answer: 'We won’t tell them about your loan.' },
    data: {
      question: 'How is my data stored?',
      answer: 'Your name, ID card, card numbers, contacts, and feedback are encrypted. The privacy policy says what they’re used for.',
    },
    complain: {
      question: 'How do I complain?',
      answer:
        'Choose “Complaint” under “Contact us” or on any page about a loan. You get a number and can follow state and answer under “My requests”. It isn’t handled by the person who made the decision.',
    },
    deadline: {
      question: 'When is a complaint answered?',
      answer:
        'The deadline is usually 15 days after we receive it, and 30 days for complex cases. A second person must approve an extension of up to 30 days, and you get a message with the new deadline. Every complaint shows its deadline.',
    },
  },
}
