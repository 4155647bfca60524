import { screen } from '#platform/screen.ts'

export const serviceScreens = {
  help: screen({
    path: '/help',
    titleKey: 'service:title.help',
    meta: { auth: 'guest', showAppHeader: true },
    label: 'help',
    words: ['help'],
    load: async () => (await import('./help-screen.tsx')).HelpScreen,
  }),
  contact: screen({
    path: '/customerService',
    titleKey: 'service:title.contact',
    meta: { auth: 'guest', showAppHeader: true },
    label: 'customerService',
    load: async () => (await import('./contact-screen.tsx')).ContactScreen,
  }),
  /** ?kind=feedback (default) or complaint; ?loanId= the loan that it is about. */
  feedback: screen({
    path: '/feedback',
    titleKey: 'service:title.feedback',
    meta: { auth: 'user', showAppHeader: true },
    label: 'feedback',
    load: async () => (await import('./feedback-screen.tsx')).FeedbackScreen,
  }),
  tickets: screen({
    path: '/feedbackRecord',
    titleKey: 'service:title.tickets',
    meta: { auth: 'user', showAppHeader: true },
    label: 'feedbackRecord',
    load: async () => (await import('./tickets-screen.tsx')).TicketsScreen,
  }),
  /** ?id= */
  ticket: screen({
    path: '/feedbackDetail',
    titleKey: 'service:title.ticket',
    meta: { auth: 'user', showAppHeader: true },
    label: 'feedbackDetail',
    load: async () => (await import('./ticket-screen.tsx')).TicketScreen,
  }),
  announcements: screen({
    path: '/noticeList',
    titleKey: 'service:title.announcements',
    meta: { auth: 'guest', showAppHeader: true },
    label: 'noticeList',
    load: async () => (await import('./announcements-screen.tsx')).AnnouncementsScreen,
  }),
}
