import { DownloadOutlined, ImportOutlined, PlusOutlined } from '@ant-design/icons';
import type { Redirect } from '@sitedeck/contract';
import {
  Button,
  EmptyState,
  LockedTip,
  useBlocked,
  useDialog,
  useLocaleFormat,
  useText,
} from '@sitedeck/ui/core';
import { ADDS } from '@sitedeck/ui/focus';
import { Pagination } from '@sitedeck/ui/page';
import { pageStateOf } from '@sitedeck/ui/page-state';
import { useState } from 'react';
import { EnvPage } from '../../frame/EnvPage';
import { SortableList } from '../../frame/SortableList';
import { StatusLine } from '../../frame/StatusLine';
import { FRESH, hostEnvApi } from '../../hostenv.api';
import { ImportDialog } from './ImportDialog';
import { saveCsv } from './redirect-csv';
import { coveredBy } from './redirect-form';
import { redirectTexts } from './redirect-texts';
import { RedirectDialog } from './RedirectDialog';
import { RedirectRow } from './RedirectRow';
import { RedirectTest } from './RedirectTest';
import { type RedirectsReply, useRedirectActions } from './use-redirect-actions';

/** The redirects page (301 跳转): redirects from old URLs. */
export function RedirectsPage() {
  const query = hostEnvApi.useListRedirectsQuery({}, FRESH);
  return (
    <EnvPage page="301" state={pageStateOf(query)}>
      {(data) => <RedirectList data={data} />}
    </EnvPage>
  );
}

/** Redirects per page. */
const PAGE = 50;

function RedirectList({ data }: { readonly data: RedirectsReply }) {
  const text = useText(redirectTexts);
  const format = useLocaleFormat();
  const { redirects, version } = data;
  const total = redirects.length;
  return (
    <div className="he-body">
      <StatusLine>
        {total === 0 ? text('status.none') : text('status.some', { n: format.number(total), count: total })}
      </StatusLine>
      <section className="he-card sd-card">
        <Head redirects={redirects} version={version} />
        {total === 0 ? <EmptyState text={text('empty')} /> : <Rows redirects={redirects} version={version} />}
      </section>
      <RedirectTest redirects={redirects} />
    </div>
  );
}

function Head({ redirects, version }: RedirectsReply) {
  const text = useText(redirectTexts);
  const show = useDialog();
  const blocked = useBlocked();
  const data = { redirects, version };
  const nothing = redirects.length === 0 ? text('export.none') : undefined;
  return (
    <div className="he-card-head">
      <h2>{text('list')}</h2>
      <span className="sd-hint sd-small">{text('list.hint')}</span>
      <span className="sd-row">
        <LockedTip reason={nothing}>
          <Button icon={<DownloadOutlined aria-hidden />} onClick={() => saveCsv(redirects)}>
            {text('export')}
          </Button>
        </LockedTip>
        <LockedTip reason={blocked(text('import'))}>
          <Button
            icon={<ImportOutlined aria-hidden />}
            onClick={() => show((onGone) => <ImportDialog data={data} onGone={onGone} />)}
          >
            {text('import')}
          </Button>
        </LockedTip>
        <LockedTip reason={blocked(text('add'))}>
          <Button
            {...ADDS}
            type="primary"
            icon={<PlusOutlined aria-hidden />}
            onClick={() => show((onGone) => <RedirectDialog data={data} onGone={onGone} />)}
          >
            {text('add')}
          </Button>
        </LockedTip>
      </span>
    </div>
  );
}

/** An order that was sent but not confirmed, and the version it is based on. */
interface SentOrder {
  readonly redirects: readonly Redirect[];
  readonly from: number;
}

function Rows({ redirects, version }: RedirectsReply) {
  const text = useText(redirectTexts);
  const blocked = useBlocked();
  const show = useDialog();
  const acts = useRedirectActions(version);
  const [sent, setSent] = useState<SentOrder>();
  const [page, setPage] = useState(1);
  const all = sent?.from === version ? sent.redirects : redirects;
  const from = (Math.min(page, Math.ceil(all.length / PAGE)) - 1) * PAGE;
  const shown = all.slice(from, from + PAGE);

  const order = (some: readonly Redirect[]) => {
    const next = [...all.slice(0, from), ...some, ...all.slice(from + PAGE)];
    setSent({ redirects: next, from: version });
    void acts.order(next).then(({ is }) => is === 'refused' && setSent(undefined));
  };
  return (
    <>
      <SortableList<Redirect>
        label={text('list.label')}
        items={shown}
        first={from}
        nameOf={({ source }) => source}
        blocked={blocked(text('list'))}
        onOrder={order}
        render={(redirect, index) => (
          <RedirectRow
            redirect={redirect}
            covered={coveredBy(all, from + index)}
            blocked={blocked(text('edit'))}
            onEdit={() =>
              show((onGone) => (
                <RedirectDialog data={{ redirects: [...all], version }} given={redirect} onGone={onGone} />
              ))
            }
            onRemove={() => void acts.remove(redirect)}
          />
        )}
      />
      <Pagination
        className="he-history-foot"
        current={from / PAGE + 1}
        pageSize={PAGE}
        total={all.length}
        hideOnSinglePage
        showSizeChanger={false}
        size="small"
        onChange={setPage}
      />
    </>
  );
}
