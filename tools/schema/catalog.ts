import { z } from 'zod'

/** Whatever runs a statement: a pool or a connection. */
export type Database = { query(sql: string, values: readonly unknown[]): Promise<{ rows: unknown[] }> }

const columnRow = z.object({
  table: z.string(),
  column: z.string(),
  type: z.string(),
  required: z.boolean(),
  identity: z.boolean(),
  fallback: z.string().nullable(),
})
const keyRow = z.object({ table: z.string(), name: z.string(), primary: z.boolean(), columns: z.array(z.string().nullable()) })
const foreignKeyRow = z.object({
  table: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  target: z.string(),
  targetColumns: z.array(z.string()),
})
const checkRow = z.object({ table: z.string(), name: z.string(), columns: z.array(z.string()) })
const namedRow = z.object({ table: z.string(), name: z.string() })

export type Column = z.infer<typeof columnRow>
export type Key = z.infer<typeof keyRow>
export type ForeignKey = z.infer<typeof foreignKeyRow>

/** What a migrated schema really holds, as PostgreSQL's own catalog tells it. */
export type Catalog = {
  readonly tables: readonly string[]
  readonly columns: readonly Column[]
  /** Primary keys, unique constraints, unique indexes and exclusions; an expression instead of a column is null. */
  readonly keys: readonly Key[]
  readonly foreignKeys: readonly ForeignKey[]
  readonly checks: readonly z.infer<typeof checkRow>[]
  readonly triggers: readonly { readonly table: string; readonly name: string }[]
  readonly sequences: readonly string[]
}

export async function readCatalog(database: Database, schema: string): Promise<Catalog> {
  const read = async <Row extends z.ZodType>(row: Row, sql: string) => z.array(row).parse((await database.query(sql, [schema])).rows)
  const relations = await read(z.object({ name: z.string(), kind: z.string() }), relationsSql)
  return {
    tables: relations.filter(({ kind }) => kind !== 'S').map(({ name }) => name),
    sequences: relations.filter(({ kind }) => kind === 'S').map(({ name }) => name),
    columns: await read(columnRow, columnsSql),
    keys: await read(keyRow, keysSql),
    foreignKeys: await read(foreignKeyRow, foreignKeysSql),
    checks: await read(checkRow, checksSql),
    triggers: await read(namedRow, triggersSql),
  }
}

/** Ordinary and partitioned tables, and sequences; a partition is as its table is. */
const relationsSql = `
  select c.relname as name, c.relkind::text as kind
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and c.relkind in ('r', 'p', 'S') and not c.relispartition
  order by 1`

const columnsSql = `
  select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type, a.attnotnull as required,
    a.attidentity <> '' as identity, pg_get_expr(d.adbin, d.adrelid) as fallback
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where n.nspname = $1 and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attnum`

/** The columns of a key in their order: a key column of an index is the number of an attribute, or 0 for an expression. */
const keysSql = `
  select c.relname as "table", i.relname as name, x.indisprimary as primary,
    array(
      select a.attname::text from unnest(x.indkey::int2[]) with ordinality k (number, place)
      left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
      where k.place <= x.indnkeyatts order by k.place
    ) as columns
  from pg_index x
  join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and not c.relispartition and (x.indisunique or x.indisexclusion)
  order by 1, 2`

const foreignKeysSql = `
  select c.relname as "table", k.conname as name, t.relname as target,
    array(select a.attname::text from unnest(k.conkey) with ordinality u (number, place)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.number order by u.place) as columns,
    array(select a.attname::text from unnest(k.confkey) with ordinality u (number, place)
      join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.number order by u.place) as "targetColumns"
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and k.contype = 'f' and not c.relispartition
  order by 1, 2`

const checksSql = `
  select c.relname as "table", k.conname as name,
    array(select a.attname::text from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any (k.conkey)) as columns
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and k.contype = 'c'
  order by 1, 2`

const triggersSql = `
  select c.relname as "table", t.tgname as name
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and not t.tgisinternal
  order by 1, 2`
