import { type LogArea, type LogRecord } from '@sitedeck/contract';
import { factName } from '@sitedeck/contract/fact-texts';
import { logChanges, logFacts, type LogChange } from '@sitedeck/contract/log-facts';
import { isHiddenSetting } from '@sitedeck/contract/setting-texts';
import { formatTime, useLocale } from '@sitedeck/sdk';
import { FaultNotice, Reference, useText } from '@sitedeck/ui/core';
import { FactValue } from './FactValue';
import { logTexts } from './log-texts';
import { ResultTag } from './ResultTag';
import { roleLabel } from './role-label';
import { useObjectText } from './use-object-text';

/** All details of one operation. */
export function LogDetail({ record }: { readonly record: LogRecord }) {
  const text = useText(logTexts);
  const changes = logChanges(record).filter(({ name }) => !isHiddenSetting(name));
  return (
    <div className="sh-log-detail">
      <h2 className="sd-row">
        {record.what}
        <ResultTag result={record.result} />
      </h2>
      {record.result === 'refused' && (
        <FaultNotice what={text('detail.refused')} fault={{ message: record.why }} />
      )}
      <Who record={record} />
      {changes.length > 0 && <Changes changes={changes} />}
      <Facts record={record} />
      {record.requestId !== '' && (
        <footer>
          <Reference id={record.requestId} />
        </footer>
      )}
    </div>
  );
}

function Who({ record }: { readonly record: LogRecord }) {
  const text = useText(logTexts);
  const locale = useLocale();
  const objectWords = useObjectText();
  const lines = [
    [text('column.at'), formatTime(record.at)],
    [text('column.operator'), record.operator],
    [text('column.role'), roleLabel(record.role, locale)],
    [text('column.address'), record.address],
    // An area unknown to this console has no translation.
    [text('detail.area'), text(`area.${record.area as LogArea}`)],
    [text('column.object'), objectWords(record.object)],
  ] as const;
  return (
    <dl className="sh-log-facts">
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value || '—'}</dd>
        </div>
      ))}
    </dl>
  );
}

function Changes({ changes }: { readonly changes: readonly LogChange[] }) {
  const text = useText(logTexts);
  const locale = useLocale();
  return (
    <section>
      <h3>{text('detail.changes')}</h3>
      <table className="sh-log-changes">
        <thead>
          <tr>
            <th scope="col">{text('detail.field')}</th>
            <th scope="col">{text('detail.before')}</th>
            <th scope="col">{text('detail.after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ name, before, after }) => (
            <tr key={name}>
              <th scope="row">{factName(name, locale)}</th>
              <td>
                <FactValue name={name} value={before} />
              </td>
              <td>
                <FactValue name={name} value={after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Facts({ record }: { readonly record: LogRecord }) {
  const text = useText(logTexts);
  const locale = useLocale();
  const facts = logFacts(record);
  if (facts.length === 0) return null;
  return (
    <section>
      <h3>{text('detail.facts')}</h3>
      <dl className="sh-log-facts">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{factName(name, locale)}</dt>
            <dd>
              <FactValue name={name} value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
