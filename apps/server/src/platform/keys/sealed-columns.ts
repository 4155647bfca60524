type Key = Readonly<Record<string, unknown>>
export type SealedColumn = {
  readonly table: string
  readonly column: string
  /** The primary key, in its order. */
  readonly keys: readonly string[]
  /** What `Place` calls the column, and the row that a value of it is bound to. */
  readonly place: string
  readonly row: (key: Key) => string
  /** Rows in a transaction: few where each is a picture. */
  readonly batch: number
}

const many = 200
const ofUser = (table: string, column: string, place: string): SealedColumn => ({
  table,
  column,
  keys: ['user_id'],
  place,
  row: ({ user_id }) => String(user_id),
  batch: many,
})
const ofIdPhoto = (column: string, place: string, batch: number): SealedColumn => ({
  table: 'id_card_photo',
  column,
  keys: ['user_id', 'side', 'photo_id'],
  place,
  row: ({ photo_id }) => String(photo_id),
  batch,
})
const ofCard = (table: string, id: string): SealedColumn => ({
  table,
  column: 'number_sealed',
  keys: ['user_id', id],
  place: 'number',
  row: (key) => String(key[id]),
  batch: many,
})
const ofMessenger = (column: string, place: string): SealedColumn => ({
  table: 'messenger_identity',
  column,
  keys: ['user_id', 'app_id'],
  place,
  row: ({ user_id, app_id }) => `${user_id} ${app_id}`,
  batch: many,
})

const ofReference = (column: string, place: string): SealedColumn => ({
  table: 'union_login',
  column,
  keys: ['refer_mark'],
  place,
  row: ({ refer_mark }) => (refer_mark instanceof Buffer ? refer_mark.toString('hex') : ''),
  batch: many,
})

const ofTicket = (column: string, place: string): SealedColumn => ({
  table: 'ticket',
  column,
  keys: ['user_id', 'ticket_id'],
  place,
  row: ({ ticket_id }) => String(ticket_id),
  batch: many,
})

/** Every sealed column of the schema, with the place that its values are bound to; a test compares the list with the database. */
export const sealedColumns: readonly SealedColumn[] = [
  ofUser('borrower', 'mobile_sealed', 'mobile'),
  {
    table: 'phone_change',
    column: 'old_mobile_sealed',
    keys: ['user_id', 'change_id'],
    place: 'old_mobile',
    row: ({ change_id }) => String(change_id),
    batch: many,
  },
  ofUser('identity', 'name_sealed', 'name'),
  ofUser('identity', 'number_sealed', 'number'),
  ofIdPhoto('image_sealed', 'image', 5),
  ofIdPhoto('fields_sealed', 'fields', many),
  ofUser('applicant_profile', 'draft_sealed', 'draft'),
  ofUser('applicant_profile', 'handed_in_sealed', 'handed_in'),
  ofCard('bank_card', 'card_id'),
  ofCard('card_binding', 'binding_id'),
  {
    table: 'partner_application',
    column: 'draft_sealed',
    keys: ['user_id', 'application_id'],
    place: 'draft',
    row: ({ application_id }) => String(application_id),
    batch: many,
  },
  ofTicket('text_sealed', 'text'),
  ofTicket('answer_sealed', 'answer'),
  ofMessenger('open_id_sealed', 'open_id'),
  ofMessenger('union_id_sealed', 'union_id'),
  ofReference('mobile_sealed', 'mobile'),
  ofReference('answer_sealed', 'answer'),
  {
    table: 'supplier_order',
    column: 'voucher_sealed',
    keys: ['user_id', 'supplier_order_id'],
    place: 'voucher',
    row: ({ supplier_order_id }) => String(supplier_order_id),
    batch: many,
  },
  {
    table: 'messenger_token',
    column: 'value_sealed',
    keys: ['app_id', 'kind'],
    place: 'value',
    row: ({ app_id, kind }) => `${app_id} ${kind}`,
    batch: many,
  },
  {
    table: 'messenger_exchange',
    column: 'person_sealed',
    keys: ['code_mark'],
    place: 'person',
    row: ({ code_mark }) => (code_mark instanceof Buffer ? code_mark.toString('hex') : ''),
    batch: many,
  },
]
