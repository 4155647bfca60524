/** Front door: what partner lenders approved, which a loan of their products stands on. */

export {
  type Approval,
  approvalById,
  approvalInForce,
  approvalUsedBy,
  endApproval,
  grantApproval,
  lapsedApprovals,
  lowerApproval,
  useApproval,
} from './approvals.sql.ts'
