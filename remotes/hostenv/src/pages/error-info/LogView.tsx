import { LOG_SEARCH_MAX } from '@sitedeck/contract';
import { PauseCircleOutlined, PlayCircleOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, EmptyState, FaultNotice, Skeleton, useText } from '@sitedeck/ui/core';
import { Segmented } from '@sitedeck/ui/more';
import { Input } from '@sitedeck/ui/page';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { errorInfoTexts } from './error-info-texts';
import { useErrorLog, type LogName } from './use-error-log';

/** Pause in typing after which the log is searched, ms. */
const PAUSE_MS = 400;

interface Props {
  readonly logs: readonly [LogName, ...LogName[]];
  /** Renders advice about the shown lines. */
  readonly advice?: (lines: readonly string[]) => ReactNode;
}

/** Shows the end of an error log and appends new lines. */
export function LogView({ logs, advice }: Props) {
  const text = useText(errorInfoTexts);
  const [log, setLog] = useState<LogName>(logs[0]);
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <section className="he-card sd-card">
      <div className="he-card-head">
        <h2>{text('log')}</h2>
        {logs.length > 1 && (
          <Segmented<LogName>
            aria-label={text('log')}
            value={log}
            onChange={(next) => (setLog(next), setPaused(false))}
            options={logs.map((value) => ({ value, label: text(`log.${value}`) }))}
          />
        )}
        <div className="he-log-tools">
          <Input
            className="he-search"
            value={typed}
            maxLength={LOG_SEARCH_MAX}
            onChange={(event) => (setTyped(event.target.value), setPaused(false))}
            prefix={<SearchOutlined aria-hidden />}
            placeholder={text('log.search')}
            aria-label={text('log.search')}
            allowClear
          />
          <Button
            icon={isPaused ? <PlayCircleOutlined aria-hidden /> : <PauseCircleOutlined aria-hidden />}
            onClick={() => setPaused(!isPaused)}
          >
            {text(isPaused ? 'log.go' : 'log.pause')}
          </Button>
        </div>
      </div>
      <Lines log={log} search={search} isPaused={isPaused} advice={advice} />
    </section>
  );
}

interface LinesProps {
  readonly log: LogName;
  readonly search: string;
  readonly isPaused: boolean;
  readonly advice: Props['advice'];
}

function Lines({ log, search, isPaused, advice }: LinesProps) {
  const text = useText(errorInfoTexts);
  const read = useErrorLog(log, search, isPaused);
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const count = read?.lines.length ?? 0;
  useEffect(() => {
    // Keeps the position of a user who has scrolled up.
    if (box.current && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, [read, count]);
  if (!read) return <Skeleton active paragraph={{ rows: 6 }} />;
  return (
    <>
      {read.fault && <FaultNotice what={text('log.failed')} fault={read.fault} />}
      {advice?.(read.lines)}
      {count === 0 && !read.fault && (
        <EmptyState text={text(search === '' ? `log.${log}.empty` : 'log.noMatch')} />
      )}
      {count > 0 && (
        <div
          ref={box}
          className="he-log sd-mono"
          role="log"
          aria-label={text(`log.${log}`)}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
          tabIndex={0}
          onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
            isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 24;
          }}
        >
          {read.cut && <p className="sd-hint">{text('log.cut')}</p>}
          {read.lines.map((line, index) => (
            <div key={index}>{line}</div>
          ))}
        </div>
      )}
      <p className="sd-hint sd-small he-log-foot">{text(isPaused ? 'log.paused' : 'log.live')}</p>
    </>
  );
}
