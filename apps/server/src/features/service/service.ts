/** Front door of the slice: what operators do with tickets and announcements. */
export { announcementList, announcementsFor, endAnnouncement, publishAnnouncement } from './announcements.ts'
export { answerTicket, extendTicket, isOverdue, openTickets, takeTicket, ticketFile } from './handling.ts'
export { serviceHandlers } from './service.handlers.ts'
export type { Ticket } from './ticket.sql.ts'
