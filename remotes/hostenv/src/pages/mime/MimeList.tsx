import { PlusOutlined, SearchOutlined } from '@ant-design/icons';
import type { CallReply, listMimeTypes } from '@sitedeck/contract';
import { Button, LockedTip, Tag, useBlocked, useDialog, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { ADDS } from '@sitedeck/ui/focus';
import { Input, ResourceTable, Select, type ResourceColumn } from '@sitedeck/ui/page';
import { useState } from 'react';
import { StatusLine } from '../../frame/StatusLine';
import { useSettingsSave } from '../../frame/use-settings-save';
import { answered, hostEnvApi } from '../../hostenv.api';
import { MimeDialog } from './MimeDialog';
import { mimeTexts } from './mime-texts';

export type MimeReply = CallReply<typeof listMimeTypes>;
export type MimeRow = MimeReply['types'][number];
type From = MimeRow['from'] | 'all';

interface Props {
  readonly data: MimeReply;
  readonly retry: () => void;
}

export function MimeList({ data, retry }: Props) {
  const text = useText(mimeTexts);
  const format = useLocaleFormat();
  const blocked = useBlocked();
  const show = useDialog();
  const list = useFiltered(data.types);
  const remove = useRemove(data.version);
  const columns = useColumns();
  const count = (from: MimeRow['from']) =>
    format.number(data.types.filter((type) => type.from === from).length);
  const enter = (given?: MimeRow) =>
    show((onGone) => <MimeDialog data={data} given={given} onGone={onGone} />);

  return (
    <div className="he-body">
      <StatusLine>{text('status', { server: count('server'), site: count('site') })}</StatusLine>
      <ResourceTable<MimeRow>
        label={text('list')}
        rows={{ is: 'ready', rows: list.rows, total: list.total }}
        rowKey={({ extension }) => extension}
        rowName={({ extension }) => `.${extension}`}
        columns={columns}
        acts={[
          {
            key: 'change',
            label: text('change'),
            run: enter,
            reason: () => blocked(text('change')),
          },
          {
            key: 'remove',
            label: text('remove'),
            run: (row) => void remove(row),
            shown: ({ from }) => from === 'site',
            reason: () => blocked(text('remove')),
          },
        ]}
        actsTitle={text('column.acts')}
        tools={<Filter {...list} />}
        toolsEnd={
          <LockedTip reason={blocked(text('add'))}>
            <Button {...ADDS} type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => enter()}>
              {text('add')}
            </Button>
          </LockedTip>
        }
        paging={list.paging}
        empty={{ text: text('empty') }}
        filter={{ active: list.isFiltered, clear: list.clear }}
        retry={retry}
      />
    </div>
  );
}

/** Some hundred types, found in the browser: own ones first, then by name. */
function useFiltered(types: readonly MimeRow[]) {
  const [search, setSearch] = useState('');
  const [from, setFrom] = useState<From>('all');
  const [{ page, size }, setPaging] = useState({ page: 1, size: 20 });
  const wanted = search.trim().toLowerCase().replace(/^\./, '');
  const found = types
    .filter((type) => from === 'all' || type.from === from)
    .filter(({ extension, mimeType }) => `${extension} ${mimeType}`.toLowerCase().includes(wanted))
    .sort(
      (a, b) => Number(b.from === 'site') - Number(a.from === 'site') || (a.extension < b.extension ? -1 : 1),
    );
  const first = () => setPaging({ page: 1, size });
  return {
    rows: found.slice((page - 1) * size, page * size),
    total: found.length,
    search,
    from,
    isFiltered: wanted !== '' || from !== 'all',
    searchFor: (next: string) => (setSearch(next), first()),
    only: (next: From) => (setFrom(next), first()),
    clear: () => (setSearch(''), setFrom('all'), first()),
    paging: {
      page,
      size,
      onChange: (next: number, many: number) => setPaging({ page: many === size ? next : 1, size: many }),
    },
  };
}

type FilterProps = Pick<ReturnType<typeof useFiltered>, 'search' | 'from' | 'searchFor' | 'only'>;

function Filter({ search, from, searchFor, only }: FilterProps) {
  const text = useText(mimeTexts);
  return (
    <>
      <Input
        className="he-search"
        value={search}
        onChange={(event) => searchFor(event.target.value)}
        prefix={<SearchOutlined aria-hidden />}
        placeholder={text('search')}
        aria-label={text('search')}
        allowClear
      />
      <Select<From>
        aria-label={text('from.label')}
        value={from}
        onChange={only}
        options={(['all', 'site', 'server'] as const).map((value) => ({
          value,
          label: text(`from.${value}`),
        }))}
        popupMatchSelectWidth={false}
      />
    </>
  );
}

function useRemove(version: number) {
  const text = useText(mimeTexts);
  const { save } = useSettingsSave();
  const [removeMime] = hostEnvApi.useRemoveMimeMutation();
  return ({ extension }: MimeRow) =>
    save(
      [(base) => answered(removeMime({ body: { extension }, query: { version: base } }).unwrap())],
      version,
      {
        done: text('remove.done', { extension }),
        undo: true,
        refusal: 'toast',
      },
    );
}

function useColumns(): readonly ResourceColumn<MimeRow>[] {
  const text = useText(mimeTexts);
  return [
    {
      key: 'extension',
      title: text('column.extension'),
      card: 'name',
      width: 200,
      render: ({ extension }) => <span className="sd-mono">{`.${extension}`}</span>,
    },
    {
      key: 'type',
      title: text('column.type'),
      card: 'fact',
      render: ({ mimeType, replaces }) => (
        <span className="he-mime">
          <span className="sd-mono">{mimeType}</span>
          {replaces !== undefined && (
            <span className="sd-hint sd-small"> {text('replaces', { type: replaces })}</span>
          )}
        </span>
      ),
    },
    {
      key: 'from',
      title: text('column.from'),
      card: 'status',
      width: 120,
      render: ({ from }) => <Tag tone={from === 'site' ? 'primary' : 'neutral'}>{text(`from.${from}`)}</Tag>,
    },
  ];
}
