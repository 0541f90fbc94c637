import { readStagingFile, type CallReply, type Fault, type StagingDifference } from '@sitedeck/contract';
import { call, toFault } from '@sitedeck/sdk';
import { FaultNotice, Modal, sharedTexts, Skeleton, useMedia, useText } from '@sitedeck/ui/core';
import { DiffView } from '@sitedeck/ui/editor';
import { useEffect, useState } from 'react';
import { stagingTexts } from './staging-texts';

interface Props {
  readonly difference: StagingDifference;
  readonly onGone: () => void;
}

type TextsRead =
  | { readonly is: 'loading' }
  | { readonly is: 'failed'; readonly fault: Fault }
  | { readonly is: 'ready'; readonly texts: CallReply<typeof readStagingFile> };

/** Both texts of a file, side by side where there is room. */
export function FileDifference({ difference: { path }, onGone }: Props) {
  const text = useText(stagingTexts);
  const shared = useText(sharedTexts);
  const isWide = useMedia('(min-width: 768px)');
  const [isOpen, setOpen] = useState(true);
  const read = useTexts(path);
  return (
    <Modal
      open={isOpen}
      title={<span className="tl-break">{path}</span>}
      width={960}
      closable={{ 'aria-label': shared('act.close') }}
      onCancel={() => setOpen(false)}
      onGone={onGone}
      footer={null}
    >
      <Shown read={read} path={path} isWide={isWide} what={text('file.failed')} />
    </Modal>
  );
}

function Shown({
  read,
  path,
  isWide,
  what,
}: {
  readonly read: TextsRead;
  readonly path: string;
  readonly isWide: boolean;
  readonly what: string;
}) {
  const text = useText(stagingTexts);
  if (read.is === 'loading') return <Skeleton active />;
  if (read.is === 'failed') return <FaultNotice what={what} fault={read.fault} />;
  const { live, staging, unreadable } = read.texts;
  if (unreadable) return <p>{text('file.unreadable')}</p>;
  return (
    <div className="tl-difference">
      <div className="tl-difference-head sd-small" aria-hidden>
        <strong>{text('file.live')}</strong>
        <strong>{text('file.staging')}</strong>
      </div>
      <DiffView
        fileName={path}
        left={{ label: text('file.live'), text: live ?? '' }}
        right={{ label: text('file.staging'), text: staging ?? '' }}
        wide={isWide}
      />
    </div>
  );
}

function useTexts(path: string): TextsRead {
  const [read, setRead] = useState<TextsRead>({ is: 'loading' });
  useEffect(() => {
    const stop = new AbortController();
    call(readStagingFile, { query: { path } }).then(
      (texts) => !stop.signal.aborted && setRead({ is: 'ready', texts }),
      (error: unknown) => !stop.signal.aborted && setRead({ is: 'failed', fault: toFault(error) }),
    );
    return () => stop.abort();
  }, [path]);
  return read;
}
