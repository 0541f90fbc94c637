import type { HostListRecord } from '@sitedeck/contract';
import { useCurrentHost } from '@sitedeck/sdk';
import { useText } from '@sitedeck/ui/core';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { hostTexts } from './host-texts';
import { HostOption } from './HostOption';
import { HostListEnd } from './HostListEnd';
import { useHostList } from './use-host-list';
import { useNearEnd } from './use-near-end';

interface Props {
  /** All domains of each host, not only the first. */
  readonly detailed: boolean;
  readonly onChoose: (host: HostListRecord) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

/** Search field and list. The focus stays in the field: arrows move, Enter chooses. */
export function HostFinder({ detailed, onChoose }: Props) {
  const text = useText(hostTexts);
  const id = useId();
  const { list, more, retry, ...search } = useHostList();
  const { records } = list;
  const { hostCode } = useCurrentHost().hostService;
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  useNearEnd(box, more);
  useFollow(box, active);
  const settled = list.is === 'listed';
  const at = Math.min(active, records.length - 1);

  function type(next: string): void {
    setActive(0);
    search.setText(next);
  }

  function press(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = Math.min(Math.max(at + step, 0), records.length - 1);
      setActive(next);
      // The arrow keys reach the end without scrolling.
      if (next === records.length - 1) more();
      return;
    }
    const host = records[at];
    // While a search runs, the list shows the results of the one before.
    if (event.key === 'Enter' && settled && host) {
      event.preventDefault();
      onChoose(host);
    }
  }

  return (
    <>
      <input
        className="sd-input sh-hosts-search"
        role="combobox"
        type="text"
        value={search.text}
        placeholder={text('search')}
        aria-label={text('search')}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(records.length > 0 && { 'aria-activedescendant': `${id}-${at}` })}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        onChange={({ target }) => type(target.value)}
        onKeyDown={press}
      />
      <div
        ref={box}
        id={`${id}-list`}
        className={settled ? 'sh-hosts-list' : 'sh-hosts-list sh-hosts-stale'}
        role="listbox"
        tabIndex={-1}
        aria-label={text('list')}
        aria-busy={!settled}
      >
        {records.map((host, index) => (
          <HostOption
            key={host.hostCode}
            id={`${id}-${index}`}
            host={host}
            index={index}
            total={list.is === 'listed' ? list.total : records.length}
            isActive={index === at}
            isCurrent={host.hostCode === hostCode}
            detailed={detailed}
            onChoose={settled ? onChoose : ignore}
          />
        ))}
      </div>
      <HostListEnd list={list} onRetry={retry} />
    </>
  );
}

const ignore = (): void => undefined;

/** Scrolls the active option into view. */
function useFollow(box: React.RefObject<HTMLElement | null>, active: number): void {
  useEffect(() => {
    const option = box.current?.children[active];
    if (option instanceof HTMLElement) option.scrollIntoView({ block: 'nearest' });
  }, [box, active]);
}
