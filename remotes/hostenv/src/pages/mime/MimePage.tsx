import { PlusOutlined } from '@ant-design/icons';
import { Button, LockedTip, Tag, useBlocked, useDialog, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { ADDS } from '@sitedeck/ui/focus';
import { ResourceTable, type ResourceColumn } from '@sitedeck/ui/page';
import { pageStateOf } from '@sitedeck/ui/page-state';
import { EnvPage } from '../../frame/EnvPage';
import { StatusLine } from '../../frame/StatusLine';
import { useSettingsSave } from '../../frame/use-settings-save';
import { replyOf, FRESH, hostEnvApi } from '../../hostenv.api';
import { MimeFilter, useMimeFilter } from './mime-filter';
import { mimeTexts } from './mime-texts';
import { MimeDialog, type MimeReply, type MimeRow } from './MimeDialog';

/** The MIME types page (MIME 映射): the content types that the site sends, by extension. */
export function MimePage() {
  const query = hostEnvApi.useListMimeTypesQuery({}, FRESH);
  return (
    <EnvPage page="mime" state={pageStateOf(query)}>
      {(data) => <MimeList data={data} retry={() => void query.refetch()} />}
    </EnvPage>
  );
}

/** Fits 修改 and 移除 in both languages, px. */
const ACTS_WIDTH = 140;

interface Props {
  readonly data: MimeReply;
  readonly retry: () => void;
}

function MimeList({ data, retry }: Props) {
  const text = useText(mimeTexts);
  const format = useLocaleFormat();
  const blocked = useBlocked();
  const show = useDialog();
  const list = useMimeFilter(data.types);
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
        actsWidth={ACTS_WIDTH}
        tools={<MimeFilter {...list} />}
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

function useRemove(version: number) {
  const text = useText(mimeTexts);
  const { save } = useSettingsSave();
  const [removeMime] = hostEnvApi.useRemoveMimeMutation();
  return ({ extension }: MimeRow) =>
    save(
      [(base) => replyOf(removeMime({ body: { extension }, query: { version: base } }).unwrap())],
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
