import { Button, FaultNotice, Skeleton, sharedTexts, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { importTexts } from './import-texts';
import type { Charset, ImportCheckState, ImportFindings } from './use-import-check';

/** Maximum number of tables that are named; the rest are only counted. */
const SHOWN = 8;

interface CheckProps {
  readonly check: ImportCheckState;
  readonly onCharset: (charset: Charset) => void;
}

/** Shows what importing the file would do, as far as the check found out. */
export function ImportCheck({ check, onCharset }: CheckProps) {
  const text = useText(importTexts);
  const shared = useText(sharedTexts);
  switch (check.is) {
    case 'none':
      return null;
    case 'checking':
      return (
        <div className="db-check" role="status">
          <span className="sd-hint">{text('checking')}</span>
          <Skeleton active title={false} paragraph={{ rows: 2 }} />
        </div>
      );
    case 'failed':
      return (
        <FaultNotice
          what={text('check.failed')}
          fault={check.fault}
          actions={<Button onClick={check.retry}>{shared('act.retry')}</Button>}
        />
      );
    case 'found':
      return (
        <div className="db-check" role="status">
          <Totals found={check.found} />
          <Garbled found={check.found} onCharset={onCharset} />
          <Tables found={check.found} />
          <QuotaNotice found={check.found} />
          <LeftOut found={check.found} />
          <Refused found={check.found} />
        </div>
      );
  }
}

interface Props {
  readonly found: ImportFindings;
}

function Totals({ found: { bytes, fileBytes, statements, charset, entry, complete } }: Props) {
  const text = useText(importTexts);
  const format = useLocaleFormat();
  // A file that is not compressed has one size, even if the check read only its beginning.
  const size =
    bytes > fileBytes
      ? text('check.size', { size: format.bytes(bytes), file: format.bytes(fileBytes) })
      : format.bytes(fileBytes);
  return (
    <>
      <p>
        <strong>{text('check.statements', { n: format.number(statements), count: statements })}</strong> ·{' '}
        {size} · {text('check.charset', { charset })}
      </p>
      {entry !== undefined && <p className="sd-hint sd-small db-break">{text('check.entry', { entry })}</p>}
      {!complete && <p className="sd-hint sd-small">{text('check.incomplete')}</p>}
    </>
  );
}

function Garbled({ found: { charset, likely }, onCharset }: Props & Pick<CheckProps, 'onCharset'>) {
  const text = useText(importTexts);
  if (likely === undefined) return null;
  const other = text(`charset.${likely}`);
  return (
    <>
      <p className="db-warning">{text('check.garbled', { charset, likely: other })}</p>
      <p>
        <Button size="small" onClick={() => onCharset(likely)}>
          {text('check.useCharset', { charset: other })}
        </Button>
      </p>
    </>
  );
}

function Tables({ found: { tables, taken } }: Props) {
  const text = useText(importTexts);
  const format = useLocaleFormat();
  if (tables.length === 0) return <p>{text('check.noTables')}</p>;
  const more = tables.length - SHOWN;
  return (
    <p className="db-break">
      {text('check.tables', { n: format.number(tables.length), count: tables.length })}
      {taken > 0 && text('check.taken', { n: format.number(taken), count: taken })}
      {text('check.colon')}
      <span className="sd-mono">{format.list(tables.slice(0, SHOWN))}</span>
      {more > 0 && text('check.more', { n: format.number(more) })}
    </p>
  );
}

function QuotaNotice({ found: { fitsQuota, quota, used, bytes } }: Props) {
  const text = useText(importTexts);
  const format = useLocaleFormat();
  if (quota === null) return null;
  const values = { size: format.bytes(bytes), used: format.bytes(used ?? 0), quota: format.bytes(quota) };
  if (fitsQuota) return <p className="sd-hint sd-small">{text('check.fits', values)}</p>;
  return <p className="db-warning">{text('check.tooLarge', values)}</p>;
}

function LeftOut({ found: { leftOut } }: Props) {
  const text = useText(importTexts);
  const format = useLocaleFormat();
  const parts = (['use', 'database', 'definer'] as const)
    .filter((key) => leftOut[key] > 0)
    .map((key) => text(`leftOut.${key}`, { n: format.number(leftOut[key]) }));
  if (parts.length === 0) return null;
  return (
    <p className="sd-hint sd-small">
      {text('leftOut')} {parts.join(' · ')}
    </p>
  );
}

function Refused({ found: { refused, refusedSample } }: Props) {
  const text = useText(importTexts);
  const format = useLocaleFormat();
  if (refused === 0) return null;
  return (
    <>
      <p className="db-error">
        <strong>{text('check.refused', { n: format.number(refused), count: refused })}</strong>
      </p>
      <ul className="db-refused">
        {refusedSample.map(({ line, excerpt, why }) => (
          <li key={line}>
            <span className="sd-small">{text('check.line', { line: format.number(line), why })}</span>
            <code className="sd-mono db-break">{excerpt}</code>
          </li>
        ))}
      </ul>
      {refused > refusedSample.length && <p className="sd-hint sd-small">{text('check.refusedMore')}</p>}
    </>
  );
}
