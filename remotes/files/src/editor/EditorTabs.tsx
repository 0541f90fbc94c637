import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { useText } from '@sitedeck/ui/core';
import { visibleName } from '@sitedeck/ui/visible-name';
import { useEffect, useId, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { FileName } from '../parts/FileName';
import { nameOf } from '../paths';
import { editorTexts } from './editor-texts';
import type { OpenTabs } from './open-tabs';

interface Props {
  readonly tabs: OpenTabs;
  readonly onChoose: (path: string) => void;
  readonly onClose: (path: string) => void;
}

export const panelId = (path: string): string => `fm-pane-${encodeURIComponent(path)}`;

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** Tabs of the open files; a dot marks unsaved ones. Arrow keys choose, Delete closes, as does the middle mouse button. */
export function EditorTabs({ tabs, onChoose, onClose }: Props) {
  const text = useText(editorTexts);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const { paths, active, unsaved } = tabs;

  useEffect(() => {
    // Scrolls only the tab strip, not the page.
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected=true]');
    if (tab && list.current) list.current.scrollLeft = tab.offsetLeft - list.current.offsetLeft - 40;
  }, [active]);

  const onKeyDown = (event: KeyboardEvent, path: string) => {
    if (event.key === 'Delete') return onClose(path);
    const next = paths[STEPS[event.key]?.(paths.indexOf(path), paths.length) ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[paths.indexOf(next)]?.focus();
  };
  const onPress = (event: MouseEvent, path: string) => {
    const onCloseClick = event.target instanceof Element && event.target.closest('.fm-tab-close') !== null;
    if (onCloseClick || event.button === 1) return onClose(path);
    onChoose(path);
  };
  return (
    <div ref={list} role="tablist" aria-label={text('tabs')} className="fm-tabs">
      {paths.map((path) => {
        const name = visibleName(nameOf(path));
        const isUnsaved = unsaved.includes(path);
        return (
          <button
            key={path}
            id={`${id}${path}`}
            type="button"
            role="tab"
            title={visibleName(path)}
            aria-label={isUnsaved ? text('tab.unsaved', { name }) : name}
            aria-selected={path === active}
            aria-controls={panelId(path)}
            tabIndex={path === active ? 0 : -1}
            className="fm-tab"
            onClick={(event) => onPress(event, path)}
            onAuxClick={(event) => onPress(event, path)}
            onKeyDown={(event) => onKeyDown(event, path)}
          >
            <span className={isUnsaved ? 'fm-tab-dot' : 'fm-tab-dot fm-tab-saved'} aria-hidden />
            <FileName name={nameOf(path)} />
            {paths.length > 1 && (
              <CloseOutlined className="fm-tab-close" aria-hidden title={text('tab.close', { name })} />
            )}
          </button>
        );
      })}
    </div>
  );
}
