import {
  CONFIG_VERSIONS_MAX,
  TASK_PAGE_SIZES,
  type CallReply,
  type listConfigVersions,
} from '@sitedeck/contract';
import { ROLE_TEXTS, actionText } from '@sitedeck/contract/action-texts';
import { settingChanges } from '@sitedeck/contract/setting-texts';
import { toFault, useLocale } from '@sitedeck/sdk';
import {
  Button,
  EmptyState,
  FaultNotice,
  LockedTip,
  Skeleton,
  Tag,
  TimeText,
  useBlocked,
  useLocaleFormat,
  useText,
} from '@sitedeck/ui/core';
import { Drawer } from '@sitedeck/ui/more';
import { Pagination } from '@sitedeck/ui/page';
import { useState } from 'react';
import { FRESH, hostEnvApi } from '../hostenv.api';
import { ChangeList } from './ChangeList';
import { frameTexts } from './frame-texts';
import { useRestore } from './use-restore';

const WIDTH = 'min(560px, 100%)';
const SIZES = TASK_PAGE_SIZES.filter((size) => size <= CONFIG_VERSIONS_MAX);

type Version = CallReply<typeof listConfigVersions>['versions'][number];

/** Lists every version with time, author and changes, and restores earlier ones. */
export function HistoryDrawer({ onGone }: { readonly onGone: () => void }) {
  const text = useText(frameTexts);
  const [open, setOpen] = useState(true);
  return (
    <Drawer
      open={open}
      onClose={() => setOpen(false)}
      size={WIDTH}
      title={text('history.title')}
      closable={{ placement: 'end', 'aria-label': text('act.close') }}
      onGone={onGone}
      destroyOnHidden
    >
      <p className="sd-hint">{text('history.purpose')}</p>
      <Versions />
    </Drawer>
  );
}

function Versions() {
  const text = useText(frameTexts);
  const format = useLocaleFormat();
  const [{ page, size }, setPaging] = useState({ page: 1, size: CONFIG_VERSIONS_MAX });
  const { data, error, isFetching, refetch } = hostEnvApi.useListConfigVersionsQuery(
    { body: { page, size } },
    FRESH,
  );
  if (error !== undefined && !data)
    return (
      <FaultNotice
        what={text('history.failed')}
        fault={toFault(error)}
        actions={<Button onClick={() => void refetch()}>{text('act.retry')}</Button>}
      />
    );
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />;
  const { versions, total } = data;
  if (total === 0) return <EmptyState text={text('history.empty')} />;
  return (
    <div aria-busy={isFetching} className={isFetching ? 'sd-resource-dim' : ''}>
      <ol className="he-history">
        {versions.map((version, index) => (
          <VersionRow key={version.version} version={version} isCurrent={page === 1 && index === 0} />
        ))}
      </ol>
      <div className="he-history-foot">
        <span className="sd-hint">{text('history.total', { n: format.number(total), count: total })}</span>
        <Pagination
          current={page}
          pageSize={size}
          total={total}
          size="small"
          hideOnSinglePage={total <= (SIZES[0] ?? size)}
          showSizeChanger
          pageSizeOptions={[...SIZES]}
          onChange={(next, wanted) => setPaging({ page: wanted === size ? next : 1, size: wanted })}
        />
      </div>
    </div>
  );
}

interface RowProps {
  readonly version: Version;
  readonly isCurrent: boolean;
}

function VersionRow({ version, isCurrent }: RowProps) {
  const text = useText(frameTexts);
  const format = useLocaleFormat();
  const locale = useLocale();
  const blocked = useBlocked();
  const restore = useRestore();
  const { version: number, at, operator, role, action, differences } = version;
  const n = format.number(number);
  return (
    <li>
      <div className="he-history-head">
        <strong>{action === 'takeBack' ? text('history.takeBack') : actionText(action, locale)}</strong>
        {isCurrent ? (
          <Tag tone="success">{text('history.current')}</Tag>
        ) : (
          <LockedTip reason={blocked(text('history.restore'))}>
            <Button
              size="small"
              aria-label={text('history.restoreOf', { n })}
              onClick={() => void restore(number)}
            >
              {text('history.restore')}
            </Button>
          </LockedTip>
        )}
      </div>
      <div className="sd-hint sd-small">
        {text('status.version', { n })} · <TimeText at={at} /> ·{' '}
        {role ? text('history.by', { operator, role: ROLE_TEXTS[role][locale] }) : operator}
      </div>
      {differences.length > 0 ? (
        <ChangeList changes={settingChanges(differences, locale)} />
      ) : (
        number === 1 && <p className="sd-hint sd-small">{text('history.first')}</p>
      )}
    </li>
  );
}
