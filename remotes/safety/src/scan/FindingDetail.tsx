import { FileTextOutlined, HistoryOutlined } from '@ant-design/icons';
import type { ScanFile } from '@sitedeck/contract';
import { SCAN_UNKNOWN_TEXTS } from '@sitedeck/contract/scan-texts';
import type { RemoteContext } from '@sitedeck/sdk';
import {
  Button,
  LockedTip,
  TimeText,
  useDialog,
  useLocaleFormat,
  useText,
  useTranslator,
} from '@sitedeck/ui/core';
import { addressOfFile } from './file-address';
import { FindingCase } from './FindingCase';
import { RequestsDrawer } from './RequestsDrawer';
import { scanTexts } from './scan-texts';
import type { ManyAct } from './use-finding-acts';

interface Props {
  readonly ctx: RemoteContext;
  readonly file: ScanFile;
  /** Absent where the file does not wait for the owner. */
  readonly falseAlarm: ManyAct | undefined;
}

/** Why a file is listed: its code, the argument, and where to read more. */
export function FindingDetail({ ctx, file, falseAlarm }: Props) {
  return (
    <div className="sf-detail">
      {file.unknown && <NotAnalysed why={file.unknown} />}
      {file.findings.map((finding, index) => (
        // One rule may match a line twice; the list of a file never changes its order.
        <FindingCase key={`${finding.rule} ${String(finding.line)} ${String(index)}`} finding={finding} />
      ))}
      <FileFacts file={file} />
      <DetailActs ctx={ctx} file={file} falseAlarm={falseAlarm} />
    </div>
  );
}

function NotAnalysed({ why }: { readonly why: NonNullable<ScanFile['unknown']> }) {
  const text = useText(scanTexts);
  const { locale } = useTranslator();
  return (
    <p>
      <strong>{SCAN_UNKNOWN_TEXTS[why][locale]}</strong> <span>{text('unknown.hint')}</span>
    </p>
  );
}

function FileFacts({ file: { size, firstSeenAt, modifiedAt, hash } }: Pick<Props, 'file'>) {
  const text = useText(scanTexts);
  const format = useLocaleFormat();
  const facts = [
    { name: text('fact.size'), value: format.bytes(size) },
    { name: text('fact.modified'), value: <TimeText at={modifiedAt} /> },
    { name: text('fact.firstSeen'), value: <TimeText at={firstSeenAt} /> },
    { name: 'SHA-256', value: <code className="sd-mono">{hash}</code> },
  ];
  return (
    <dl className="sf-facts sd-small">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function DetailActs({ ctx, file, falseAlarm }: Props) {
  const text = useText(scanTexts);
  const show = useDialog();
  const address = addressOfFile(ctx, file);
  return (
    <div className="sd-row">
      {address !== undefined && (
        <Button size="small" icon={<FileTextOutlined aria-hidden />} onClick={() => ctx.nav.go(address)}>
          {text('view.file')}
        </Button>
      )}
      <Button
        size="small"
        icon={<HistoryOutlined aria-hidden />}
        onClick={() => show((gone) => <RequestsDrawer file={file} onGone={gone} />)}
      >
        {text('view.requests')}
      </Button>
      {falseAlarm && (
        <LockedTip reason={falseAlarm.reason}>
          <Button size="small" type="text" onClick={() => falseAlarm.run([file])}>
            {text('falseAlarm')}
          </Button>
        </LockedTip>
      )}
    </div>
  );
}
