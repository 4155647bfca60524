/** Front door: orders of ours that outside parties know by key, and their notices. */

export { findOrder, keepNotice } from './orders.sql.ts'
