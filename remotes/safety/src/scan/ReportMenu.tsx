import { DownloadOutlined } from '@ant-design/icons';
import { scanReport } from '@sitedeck/contract';
import { call, formatTime, useCurrentHost } from '@sitedeck/sdk';
import { Button, Dropdown, saveFrom, useText } from '@sitedeck/ui/core';
import { useState } from 'react';
import { scanTexts } from './scan-texts';

const FORMATS = ['csv', 'json'] as const;
type Format = (typeof FORMATS)[number];

/** How long a browser may take to begin a download, ms. */
const DOWNLOAD_BEGINS_MS = 60_000;

/** Downloads all files with findings as a report. */
export function ReportMenu() {
  const text = useText(scanTexts);
  const { hostCode } = useCurrentHost().hostService;
  const [isBusy, setBusy] = useState(false);
  const download = async (format: Format) => {
    setBusy(true);
    const file = await call(scanReport, { query: { format } }).catch(() => undefined);
    setBusy(false);
    // The shell announces a refusal.
    if (!(file instanceof Blob)) return;
    const url = URL.createObjectURL(file);
    saveFrom(url, `scan-report-${hostCode}-${formatTime(Date.now()).slice(0, 10)}.${format}`);
    setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_BEGINS_MS);
  };
  const items = FORMATS.map((key) => ({
    key,
    label: text(`report.${key}`),
    onClick: () => void download(key),
  }));
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <Button icon={<DownloadOutlined aria-hidden />} loading={isBusy} aria-haspopup="menu">
        {text('report')}
      </Button>
    </Dropdown>
  );
}
