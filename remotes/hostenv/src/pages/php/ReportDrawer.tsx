import { SearchOutlined } from '@ant-design/icons';
import type { CallReply, readPhpReport } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { Button, FaultNotice, Skeleton, Tag, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { Drawer } from '@sitedeck/ui/more';
import { Input } from '@sitedeck/ui/page';
import { useState } from 'react';
import { frameTexts } from '../../frame/frame-texts';
import { FRESH, hostEnvApi } from '../../hostenv.api';
import { phpTexts } from './php-texts';

type Report = CallReply<typeof readPhpReport>;

const WIDTH = 'min(640px, 100%)';
/** Tag colours that emphasise the owner's own settings. */
const TONES = {
  engine: 'neutral',
  node: 'neutral',
  standard: 'outline',
  site: 'primary',
  userIni: 'warning',
} as const;

/** Shows the extensions and settings that the site's PHP reports, each with its origin. */
export function ReportDrawer({ onGone }: { readonly onGone: () => void }) {
  const text = useText(phpTexts);
  const frame = useText(frameTexts);
  const [open, setOpen] = useState(true);
  const { data, error, refetch } = hostEnvApi.useReadPhpReportQuery({}, FRESH);
  return (
    <Drawer
      open={open}
      onClose={() => setOpen(false)}
      size={WIDTH}
      title={text('report.title')}
      closable={{ placement: 'end', 'aria-label': frame('act.close') }}
      onGone={onGone}
      destroyOnHidden
    >
      {error !== undefined && !data && (
        <FaultNotice
          what={text('report.failed')}
          fault={toFault(error)}
          actions={<Button onClick={() => void refetch()}>{frame('act.retry')}</Button>}
        />
      )}
      {!data && error === undefined && <Skeleton active paragraph={{ rows: 12 }} />}
      {data && <ReportContent report={data} />}
    </Drawer>
  );
}

function ReportContent({ report }: { readonly report: Report }) {
  const text = useText(phpTexts);
  const format = useLocaleFormat();
  const [search, setSearch] = useState('');
  const filterText = search.trim().toLowerCase();
  const extensions = report.extensions.filter(({ name }) => name.toLowerCase().includes(filterText));
  const settings = report.settings.filter(({ key, value }) =>
    `${key} ${value}`.toLowerCase().includes(filterText),
  );
  const count = (n: number) => ({ n: format.number(n), count: n });
  return (
    <div className="he-entry he-php-report">
      <p className="sd-secondary">{text('report.what', { version: report.version, sapi: report.sapi })}</p>
      <Input
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        prefix={<SearchOutlined aria-hidden />}
        placeholder={text('report.search')}
        aria-label={text('report.search')}
        allowClear
      />
      <h3>{text('report.extensions', count(extensions.length))}</h3>
      <ul className="he-php-functions">
        {extensions.map(({ name, version }) => (
          <li key={name} className="he-php-function sd-mono">
            {name} <span className="sd-hint">{version}</span>
          </li>
        ))}
      </ul>
      <h3>{text('report.settings', count(settings.length))}</h3>
      {extensions.length + settings.length === 0 && <p className="sd-hint">{text('report.none')}</p>}
      <ul className="he-php-settings">
        {settings.map(({ key, value, origin }) => (
          <li key={key}>
            <span className="sd-mono">{key}</span>
            <span className="sd-mono sd-secondary">{value === '' ? text('choice.none') : value}</span>
            <Tag tone={TONES[origin]}>{text(`origin.${origin}`)}</Tag>
          </li>
        ))}
      </ul>
    </div>
  );
}
