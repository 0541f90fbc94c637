import CloseOutlined from '@ant-design/icons/CloseOutlined';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import { Button, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { requestFilterOf, type LogFilter } from './log-filter';
import { logTexts } from './log-texts';
import { useExport } from './use-export';

/** Everything that matches the filters, not only the current page. */
export function ExportButton({ filter }: { readonly filter: LogFilter }) {
  const text = useText(logTexts);
  const format = useLocaleFormat();
  const { state, start, cancel } = useExport(() => requestFilterOf(filter, Date.now()));
  const running = state.is === 'running';
  return (
    <>
      {running && (
        <span className="sd-secondary sh-log-exporting">
          {text('export.running', { size: format.bytes(state.bytes) })}
        </span>
      )}
      {/* One button for both, so that the focus stays on it. */}
      <Button
        icon={running ? <CloseOutlined aria-hidden /> : <DownloadOutlined aria-hidden />}
        onClick={running ? cancel : () => void start()}
      >
        {text(running ? 'export.cancel' : 'export')}
      </Button>
    </>
  );
}
