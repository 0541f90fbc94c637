import type { LogRecord } from '@sitedeck/contract';
import { Tag, TimeText, useText } from '@sitedeck/ui/core';
import { Block } from './Block';
import { blockOf } from './block-state';
import { SkeletonLines } from './SkeletonLines';
import { useLastOperationsQuery } from './home.api';
import { homeTexts } from './home-texts';
import { InnerLink } from './InnerLink';
import { useObjectText } from '../log/use-object-text';

/** Number of operations shown. */
const SHOWN = 5;
/** Of one row, px. */
const ROW = 40;

/** The last operations on this host, by any user. */
export function LastOperations() {
  const text = useText(homeTexts);
  const query = useLastOperationsQuery(
    { params: { page: 1, size: SHOWN }, body: {} },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <Block
      title={text('log')}
      failed={text('log.failed')}
      state={blockOf<{ readonly records: readonly LogRecord[] }>(query)}
      end={<InnerLink to="/log">{text('log.all')}</InnerLink>}
      skeleton={<SkeletonLines lines={Array.from({ length: SHOWN }, () => 60)} height={ROW - 16} />}
    >
      {({ records }) =>
        records.length === 0 ? (
          <p className="sd-secondary">{text('log.none')}</p>
        ) : (
          <ul className="sh-operations">
            {records.map((record) => (
              <Operation key={record.id} record={record} />
            ))}
          </ul>
        )
      }
    </Block>
  );
}

function Operation({ record: { at, operator, what, result, ...record } }: { readonly record: LogRecord }) {
  const text = useText(homeTexts);
  const object = useObjectText()(record.object);
  return (
    <li>
      <span className="sd-hint">
        <TimeText at={at} />
      </span>
      <span className="sh-operation-what" title={object === '' ? what : `${what} ${object}`}>
        {what} <span className="sd-secondary">{object}</span>
      </span>
      {result === 'refused' && <Tag tone="error">{text('log.refused')}</Tag>}
      <span className="sd-hint sh-operation-who">{operator}</span>
    </li>
  );
}
