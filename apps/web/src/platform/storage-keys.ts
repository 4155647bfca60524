/** Spec 3, R3.1 and R3.2: every key there is, spelled as handed over. Below them the few of our own. */
export const storageKeys = {
  local: {
    token: 'token',
    user: 'user',
    stateUser: 'stateUser',
    appUser: 'app-user',
    browserId: 'browserId',
    channelCode: 'channelCode',
    latitude: 'latitude',
    longitude: 'longitude',
    capitalHitItem: 'capitalHitItem',
    headerSta: 'headerSta',
    productTitle: 'productTitle',
    /** Our own: the channel of the first visit. */
    firstChannel: 'firstChannel',
    /** Our own: the language a person chose. */
    language: 'language',
    /** Our own: `large` when a person chose the larger, simpler look on this device. */
    textSize: 'textSize',
    /** Our own: steps on the way to a loan that were reported already, with the ID of the application or loan. */
    reached: 'reached',
    /** Our own: events of pages that were left before it was known that they were taken. */
    traceLeft: 'traceLeft',
    /** Our own: whose data this browser held last, so that the next account does not find it. */
    lastUserId: 'lastUserId',
    /** Our own: when another code may be asked for, by purpose. */
    smsWait: 'smsWait',
    /** Our own: the code of the friend whose invite link was opened, until the next login. */
    inviteCode: 'inviteCode',
  },
  session: {
    traceId: 'traceId',
    tailId: 'tailId',
    eventId: 'eventId',
    sessionId: 'sessionId',
    openid: 'openid',
    appid: 'appid',
    productType: 'productType',
    redirUrl: 'redirUrl',
    /** Our own: set while a screen that could not load is being tried once more. */
    chunkReload: 'chunkReload',
    /** Our own: events of the trace queue that were not yet taken. */
    traceQueue: 'traceQueue',
    /** Our own: the phone typed into the login, and that into the form of a card, while they are not sent; by whom it was typed before it. */
    loginPhone: 'loginPhone',
    cardPhone: 'cardPhone',
    /** Our own: the name as it was corrected after the card was read, until it is confirmed; by whom before it. */
    idName: 'idName',
    /** Our own: feedback or a complaint that is being written, with the key it is handed in under; by whom before it. */
    feedback: 'feedback',
    /** Our own: keys of money acts whose outcome is not known yet. */
    moneyKeys: 'moneyKeys',
    /** Our own: the page went away while a draft was being saved; when it had been saved before. Nothing of the draft itself. */
    draftLeft: 'draftLeft',
    /** Our own: the native app said that it runs in market mode. */
    market: 'market',
    /** Our own: the reference of a partner that this visit brought, until it is exchanged. */
    loginRefer: 'loginRefer',
    /** Our own: the overdue instalments whose consequences were read in this visit. */
    overdueRead: 'overdueRead',
    /** Our own: how far this visit's authorisation in the messenger has come. */
    authorisation: 'authorisation',
  },
} as const
