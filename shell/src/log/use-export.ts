import { exportLog, type LogFilter } from '@sitedeck/contract';
import { call, formatTime, useCurrentHost } from '@sitedeck/sdk';
import { useFeedback, useText } from '@sitedeck/ui/core';
import { useEffect, useRef, useState } from 'react';
import { logTexts } from './log-texts';

type Exporting = { readonly is: 'idle' } | { readonly is: 'running'; readonly bytes: number };

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has started the download by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Downloads everything that matches. Leaving the page aborts it. */
export function useExport(filterOf: () => LogFilter) {
  const text = useText(logTexts);
  const { message } = useFeedback();
  const { hostCode } = useCurrentHost().hostService;
  const [state, setState] = useState<Exporting>({ is: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(): Promise<void> {
    const mine = new AbortController();
    running.current = mine;
    setState({ is: 'running', bytes: 0 });
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    try {
      const file = await call(
        exportLog,
        { body: { ...filterOf(), timeZone } },
        {
          signal: mine.signal,
          onDownloadProgress: ({ loaded }) => setState({ is: 'running', bytes: loaded }),
        },
      );
      save(file as Blob, `operation-log-${hostCode}-${formatTime(Date.now()).slice(0, 10)}.csv`);
      message.success(text('export.done'));
    } catch {
      // The call has announced a failure; a cancelled export needs no message.
    } finally {
      setState({ is: 'idle' });
    }
  }

  return { state, start, cancel: () => running.current?.abort() };
}
