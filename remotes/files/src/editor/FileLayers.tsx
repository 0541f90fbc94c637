import { type ReactNode, type RefObject, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useBlockedActions } from '../acts/use-blocked-actions';
import { PreviewLayer } from '../preview/PreviewLayer';
import { unsavedPaths } from './editor-drafts';
import { EditorLayer } from './EditorLayer';
import { MountStyle } from '../parts/MountStyle';
import { editorStyle } from './editor-style';
import { OpenerContext } from './file-opener';
import { HistoryLayer } from './history/HistoryLayer';
import { nextTabs, tabsOf } from './open-tabs';

interface Props {
  readonly onDirty: (dirty: boolean) => void;
  readonly children: ReactNode;
}

/** Shows editor, preview and history above the list, and opens files that were left unsaved. */
export function FileLayers({ onDirty, children }: Props) {
  const [tabs, step] = useReducer(nextTabs, undefined, () => tabsOf(unsavedPaths()));
  const [preview, setPreview] = useState<string>();
  const [history, setHistory] = useState<string>();
  const page = useRef<HTMLDivElement>(null);
  const back = useReturnFocus(page);
  const reason = useBlockedActions('', undefined).anywhere('edit.save');
  const isDirty = tabs.unsaved.length > 0;

  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  const opener = useMemo(() => {
    const opening =
      (layer: 'editor' | 'history' | 'preview', open: (path: string, line?: number) => void) =>
      (path: string, line?: number) => {
        back.remember(layer);
        open(path, line);
      };
    return {
      edit: opening('editor', (path, line) => step({ is: 'open', path, line })),
      preview: opening('preview', setPreview),
      history: opening('history', setHistory),
      files: {
        paths: tabs.paths,
        unsaved: tabs.unsaved,
        areHidden: !tabs.isShown && !tabs.isDiscarded,
        show: () => step({ is: 'show' }),
        reread: (paths: readonly string[]) => {
          for (const path of paths)
            if (tabs.paths.includes(path) && !tabs.unsaved.includes(path)) step({ is: 'again', path });
        },
      },
    };
  }, [back, tabs]);

  return (
    <OpenerContext value={opener}>
      <MountStyle css={editorStyle} />
      <div ref={page} className="fm-doors">
        {children}
      </div>
      <EditorLayer tabs={tabs} step={step} reason={reason} onGone={() => back.go('editor')} />
      {history !== undefined && (
        <HistoryLayer
          key={history}
          path={history}
          reason={reason}
          isUnsaved={tabs.unsaved.includes(history)}
          onChanged={() => step({ is: 'again', path: history })}
          onGone={() => {
            setHistory(undefined);
            back.go('history');
          }}
        />
      )}
      {preview !== undefined && (
        <PreviewLayer
          path={preview}
          onGo={setPreview}
          onGone={() => {
            setPreview(undefined);
            back.go('preview');
          }}
        />
      )}
    </OpenerContext>
  );
}

type LayerName = 'editor' | 'history' | 'preview';

/** Returns the focus from each layer to the element that opened it, or to the list. */
export function useReturnFocus(page: RefObject<HTMLElement | null>) {
  const openers = useRef(new Map<LayerName, Element>());
  return useMemo(
    () => ({
      remember: (layer: LayerName) => {
        const root = page.current?.getRootNode() as Document | ShadowRoot | undefined;
        const active = root?.activeElement;
        if (active) openers.current.set(layer, active);
      },
      go: (layer: LayerName) => {
        const opener = openers.current.get(layer);
        const list = page.current?.querySelector('[role=grid]');
        const target = opener?.isConnected && opener !== document.body ? opener : list;
        if (target instanceof HTMLElement) target.focus();
      },
    }),
    [page],
  );
}
