import { useNarrow, useText } from '@sitedeck/ui/core';
import { Drawer } from '@sitedeck/ui/more';
import { useEffect, useRef, useState } from 'react';
import { isEditable, isPreviewed } from '../acts/is-editable';
import { useFileDoors } from '../editor/file-doors';
import { nameOf, parentOf } from '../paths';
import { ResultList } from './ResultList';
import { SearchForm } from './SearchForm';
import { SearchState } from './SearchState';
import { SearchStyle } from './SearchStyle';
import { wishIn } from './search-wish';
import { searchTexts } from './search-texts';
import { useSearch, type FoundFile } from './use-search';

const WIDTH = 'min(1120px, 100%)';
/** Under every dialog, so that the editor that was open before opens over it too. */
const LAYER = 990;
/** Fields stand below one another, px. */
const NARROW = 600;

interface Props {
  readonly folder: string;
  /** Begins with what was changed last. */
  readonly recent: boolean;
  readonly openFolder: (path: string) => void;
  readonly onGone: () => void;
}

export function SearchDrawer({ recent, onGone, openFolder, folder }: Props) {
  const text = useText(searchTexts);
  const [open, setOpen] = useState(true);
  const first = useRef<HTMLInputElement>(null);
  return (
    <Drawer
      open={open}
      onClose={() => setOpen(false)}
      size={WIDTH}
      zIndex={LAYER}
      title={text(recent ? 'title.recent' : 'title')}
      closable={{ placement: 'end', 'aria-label': text('close') }}
      afterOpenChange={(shown) => {
        if (shown) first.current?.focus();
        else onGone();
      }}
      destroyOnHidden
    >
      <Body
        first={first}
        folder={folder}
        recent={recent}
        openFolder={(path) => {
          setOpen(false);
          openFolder(path);
        }}
      />
    </Drawer>
  );
}

interface BodyProps extends Omit<Props, 'onGone'> {
  readonly first: React.RefObject<HTMLInputElement | null>;
}

function Body({ first, folder, recent, openFolder }: BodyProps) {
  const box = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrow(box, NARROW);
  const doors = useFileDoors();
  const [wish, setWish] = useState(() => wishIn(folder, recent));
  const { search, run, halt } = useSearch();
  const start = useRef({ recent, wish, run });
  useEffect(() => {
    if (start.current.recent) start.current.run(start.current.wish);
  }, []);

  const place = ({ entry }: FoundFile) => openFolder(parentOf(entry.path));
  const show = (found: FoundFile, line?: number) => {
    const { path, type } = found.entry;
    const named = { ...found.entry, name: nameOf(path), mode: '', uid: 0 };
    if (type === 'folder') return openFolder(path);
    if (line !== undefined) return doors.edit(path, line);
    if (isPreviewed(named)) return doors.preview(path);
    if (isEditable(named)) return doors.edit(path);
    place(found);
  };

  return (
    <div ref={box} className={`fm-search ${isNarrow ? 'fm-search-narrow' : ''}`}>
      <SearchStyle />
      <SearchForm
        wish={wish}
        onChange={setWish}
        first={first}
        isRunning={search.is === 'running'}
        onRun={() => run(wish)}
        onStop={halt}
      />
      <SearchState
        search={search}
        folder={wish.folder}
        onRetry={() => search.is !== 'idle' && run(search.wish)}
      />
      {search.is !== 'idle' && search.files.length > 0 && (
        <ResultList files={search.files} isNarrow={isNarrow} onOpen={show} onPlace={place} />
      )}
    </div>
  );
}
