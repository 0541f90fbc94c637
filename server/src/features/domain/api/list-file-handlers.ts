import { parse } from 'csv-parse/sync';
import { DOMAIN_REMARK_MAX, DOMAINS_MAX, readDomain, shownDomain } from '@sitedeck/contract';
import { z } from 'zod';
import type { Handlers } from '#api/calls/handlers';
import { Refusal } from '#faults/refusal';
import { BYTE_ORDER_MARK, csvLine } from '#system/text/csv';
import type { BindTyped } from './bind-handlers';
import type { DomainCalls, DomainParts } from './calls';

const HEADER = ['domain', 'remark'];
/** First cells by which a header line is recognised. */
const HEADER_CELLS = new Set(['domain', '域名']);
/** An export puts an apostrophe before text that a spreadsheet would evaluate. */
const PROTECTED = /^'(?=[=+\-@＝＋－＠])/u;

const Lines = z.array(z.array(z.string()));

interface Line {
  readonly domain: string;
  readonly remark: string;
}

/** Refuses with `domain-list-unreadable`, which names the line. */
function readLines(csv: string): readonly Line[] {
  const unreadable = (line: number) =>
    new Refusal('domain-list-unreadable', { field: 'csv', values: { line } });
  const options = { bom: true, trim: true, skip_empty_lines: true, relax_column_count: true };
  let rows: z.infer<typeof Lines>;
  try {
    rows = Lines.parse(parse(csv, options));
  } catch (error) {
    const at = error instanceof Error && 'lines' in error ? Number(error.lines) : 1;
    throw unreadable(at);
  }
  return rows.flatMap(([domain = '', remark = ''], index) => {
    if (index === 0 && HEADER_CELLS.has(domain.toLowerCase())) return [];
    if (remark.length > DOMAIN_REMARK_MAX) throw unreadable(index + 1);
    return [{ domain, remark: remark.replace(PROTECTED, '') }];
  });
}

export function listFileHandlers(
  { db }: DomainParts,
  bindTyped: BindTyped,
): Handlers<Pick<DomainCalls, 'importDomains' | 'exportDomains'>> {
  return {
    importDomains: async ({ body }, context) => {
      const { hostCode } = context.scope;
      const lines = readLines(body.csv);
      if (lines.length > DOMAINS_MAX)
        throw new Refusal('domain-too-many', { field: 'csv', values: { limit: DOMAINS_MAX } });
      const results = await bindTyped(
        lines.map(({ domain }) => domain),
        context,
      );
      for (const { domain, remark } of lines) {
        const read = readDomain(domain);
        if (read.is !== 'ok' || remark === '') continue;
        const own = db.updateTable('domain').where('host_code', '=', hostCode);
        await own.set({ remark }).where('name', '=', read.name).execute();
      }
      return { results };
    },
    exportDomains: async (_request, { scope: { hostCode } }) => {
      const rows = await db
        .selectFrom('domain')
        .select(['name', 'remark'])
        .where('host_code', '=', hostCode)
        .orderBy('is_primary', 'desc')
        .orderBy('created_at')
        .orderBy('name')
        .execute();
      const lines = rows.map(({ name, remark }) => csvLine([shownDomain(name), remark]));
      return { csv: BYTE_ORDER_MARK + csvLine(HEADER) + lines.join('') };
    },
  };
}
