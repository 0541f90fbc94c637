import { UploadOutlined } from '@ant-design/icons';
import { Button, FaultNotice, sharedTexts, TaskProgress, useText } from '@sitedeck/ui/core';
import { useRef, type ChangeEvent } from 'react';
import { importTexts } from '../import-texts';
import type { DumpUploadState } from './use-dump-upload';

interface Props {
  readonly uploading: DumpUploadState;
  readonly onFile: (file: File) => void;
  readonly onCancel: () => void;
}

/** Chooses a local file and uploads it to the host, where it is checked. */
export function UploadDump({ uploading, onFile, onCancel }: Props) {
  const text = useText(importTexts);
  const input = useRef<HTMLInputElement>(null);
  const onFileChosen = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    // So that choosing the same file again fires a change event.
    target.value = '';
    if (file) onFile(file);
  };
  const isSending = uploading.is === 'sending';
  return (
    <div className="db-upload">
      <input
        ref={input}
        type="file"
        accept=".sql,.gz,.zst,.zip"
        hidden
        data-testid="pick-dump"
        onChange={onFileChosen}
      />
      {/* Keeps the focus after a file is chosen. */}
      <Button
        icon={<UploadOutlined aria-hidden />}
        aria-disabled={isSending}
        className={isSending ? 'sd-off' : ''}
        onClick={() => isSending || input.current?.click()}
      >
        {text('upload')}
      </Button>
      <State uploading={uploading} onCancel={onCancel} />
    </div>
  );
}

function State({ uploading, onCancel }: Omit<Props, 'onFile'>) {
  const text = useText(importTexts);
  const shared = useText(sharedTexts);
  switch (uploading.is) {
    case 'none':
      return <p className="sd-hint sd-small">{text('upload.hint')}</p>;
    case 'unfit':
      return (
        <p className="db-error db-break" role="alert">
          {text(uploading.why, { name: uploading.name })}
        </p>
      );
    case 'sending': {
      const { name, size, totalSize, isLost } = uploading;
      return (
        <div className="db-check">
          <p className="db-break">
            {text('upload.sending')} <span className="sd-mono">{name}</span>
          </p>
          <TaskProgress name={name} progress={{ size, totalSize }} isPaused={isLost} onCancel={onCancel} />
          {isLost && (
            <p className="sd-hint sd-small" role="status">
              {text('upload.lost')}
            </p>
          )}
        </div>
      );
    }
    case 'failed':
      return (
        <FaultNotice
          what={text('upload.failed', { name: uploading.name })}
          fault={uploading.fault}
          actions={<Button onClick={uploading.retry}>{shared('act.retry')}</Button>}
        />
      );
  }
}
