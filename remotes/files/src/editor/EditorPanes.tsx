import { useNarrow } from '@sitedeck/ui/core';
import { useCallback, useRef, type Dispatch } from 'react';
import { EditorTabs } from './EditorTabs';
import { FilePane } from './FilePane';
import type { OpenTabs, TabStep } from './open-tabs';

interface Props {
  readonly tabs: OpenTabs;
  readonly step: Dispatch<TabStep>;
  readonly reason: string | undefined;
}

/** Least width for two texts side by side, px. */
const WIDE = 900;

/** One pane for each open file. Hidden panes keep their text, cursor and undo history. */
export function EditorPanes({ tabs, step, reason }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrow(box, WIDE);
  // Each pane closes its own tab, because it knows of unsaved text.
  const closing = useRef(new Map<string, () => void>());
  const register = useCallback((path: string, close: () => void) => {
    const known = closing.current;
    known.set(path, close);
    return () => void known.delete(path);
  }, []);
  return (
    <div ref={box} className="fm-editor">
      <EditorTabs
        tabs={tabs}
        onChoose={(path) => step({ is: 'choose', path })}
        onClose={(path) => closing.current.get(path)?.()}
      />
      {tabs.paths.map((path) => (
        <FilePane
          key={`${String(tabs.rounds[path] ?? 0)} ${path}`}
          path={path}
          isActive={path === tabs.active}
          jump={tabs.jump?.path === path ? tabs.jump : undefined}
          isShown={tabs.isShown}
          isDiscarded={tabs.isDiscarded}
          isWide={!isNarrow}
          reason={reason}
          step={step}
          register={register}
        />
      ))}
    </div>
  );
}
