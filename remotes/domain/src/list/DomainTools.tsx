import {
  CloseCircleOutlined,
  ColumnHeightOutlined,
  ExclamationCircleOutlined,
  ReloadOutlined,
  SearchOutlined,
  SettingOutlined,
} from '@ant-design/icons';
import { Dropdown, IconButton, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { Input, Select } from '@sitedeck/ui/page';
import { frameTexts } from '../frame/frame-texts';
import { listTexts } from './list-texts';
import type { NeedFilter, useDomainFilter } from './use-domain-filter';

type Filter = ReturnType<typeof useDomainFilter>;

/** Search, filter, and the numbers of domains that failed or need action; a click on a number filters by it. */
export function DomainTools({ filter }: { readonly filter: Filter }) {
  const text = useText(listTexts);
  const format = useLocaleFormat();
  const { search, searchFor, need, only, failed, toAct } = filter;
  return (
    <>
      <Input
        className="dm-search"
        value={search}
        onChange={(event) => searchFor(event.target.value)}
        prefix={<SearchOutlined aria-hidden />}
        placeholder={text('search')}
        aria-label={text('search')}
        allowClear
      />
      <Select<NeedFilter>
        aria-label={text('need')}
        className="dm-need"
        value={need}
        onChange={only}
        options={(['all', 'failed', 'action', 'none'] as const).map((value) => ({
          value,
          label: text(`need.${value}`),
        }))}
        popupMatchSelectWidth={false}
      />
      {failed > 0 && (
        <button type="button" className="dm-count dm-words-failed" onClick={() => only('failed')}>
          <CloseCircleOutlined aria-hidden className="dm-icon-failed" />
          {text('count.failed', { n: format.number(failed), count: failed })}
        </button>
      )}
      {toAct > 0 && (
        <button type="button" className="dm-count dm-words-warning" onClick={() => only('action')}>
          <ExclamationCircleOutlined aria-hidden className="dm-icon-warning" />
          {text('count.action', { n: format.number(toAct), count: toAct })}
        </button>
      )}
    </>
  );
}

/** Columns that can be hidden. */
export const OPTIONAL_COLUMNS = ['dns', 'icp', 'certificate', 'https', 'cdn'] as const;
export type OptionalColumn = (typeof OPTIONAL_COLUMNS)[number];

interface ViewProps {
  readonly refresh: () => void;
  readonly dense: boolean;
  readonly onDense: (dense: boolean) => void;
  /** Columns that the list has. */
  readonly columns: readonly OptionalColumn[];
  readonly hidden: ReadonlySet<OptionalColumn>;
  readonly onHidden: (hidden: ReadonlySet<OptionalColumn>) => void;
}

/** Refresh, density and columns. */
export function DomainViewTools({ refresh, dense, onDense, columns, hidden, onHidden }: ViewProps) {
  const text = useText(listTexts);
  const frame = useText(frameTexts);
  const toggle = (column: OptionalColumn) => {
    const next = new Set(hidden);
    if (!next.delete(column)) next.add(column);
    onHidden(next);
  };
  return (
    <>
      <IconButton icon={<ReloadOutlined />} label={frame('act.refresh')} onClick={refresh} />
      <IconButton
        icon={<ColumnHeightOutlined />}
        label={text('view.dense')}
        aria-pressed={dense}
        onClick={() => onDense(!dense)}
      />
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          multiple: true,
          selectable: true,
          selectedKeys: columns.filter((column) => !hidden.has(column)),
          items: columns.map((column) => ({
            key: column,
            label: text(`column.${column}`),
            onClick: () => toggle(column),
          })),
        }}
      >
        <IconButton icon={<SettingOutlined />} label={text('view.columns')} aria-haspopup="menu" />
      </Dropdown>
    </>
  );
}
