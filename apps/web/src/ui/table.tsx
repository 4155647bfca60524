import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './table.module.css'

/** `whole` keeps what stands in a cell on one line: amounts and dates. */
export type TableColumn = {
  readonly key: string
  readonly head: ReactNode
  readonly wide?: boolean | undefined
  readonly whole?: boolean | undefined
}
export type TableRow = {
  readonly key: string | number
  readonly cells: readonly ReactNode[]
  /** past rows are quieter, the present one and totals stronger. */
  readonly weight?: 'quiet' | 'strong' | undefined
  /** Stands out by its ground: the row that is the borrower's own. Set `weight` too, as a ground alone can be missed. */
  readonly marked?: boolean | undefined
  readonly onPress?: (() => void) | undefined
}

/** Figures in columns, digits of equal width, first column left and the others right. */
export function Table({ columns, rows, label }: { columns: readonly TableColumn[]; rows: readonly TableRow[]; label: string }) {
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={classes(column.wide && styles.wide)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.key}
              className={classes(row.weight && styles[row.weight], row.marked && styles.marked, row.onPress && styles.opens)}
              onClick={row.onPress}
            >
              {row.cells.map((cell, place) => (
                <td key={columns[place]?.key} className={classes(columns[place]?.whole && styles.whole)}>
                  {place === 0 && row.onPress !== undefined ? (
                    <button type="button" className={styles.first}>
                      {cell}
                    </button>
                  ) : (
                    cell
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
