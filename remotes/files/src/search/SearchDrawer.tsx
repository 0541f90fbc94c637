import { useNarrow, useText } from '@sitedeck/ui/core';
import { Drawer } from '@sitedeck/ui/more';
import { useEffect, useRef, useState } from 'react';
import { isEditable, isPreviewed } from '../acts/is-editable';
import { useFileOpener } from '../editor/file-opener';
import { MountStyle } from '../parts/MountStyle';
import { useFocusKept } from '../parts/use-focus-kept';
import { nameOf, parentOf } from '../paths';
import { ReplaceBar } from './ReplaceBar';
import { ReplacePreview } from './ReplacePreview';
import { ReplaceResult, RESULT } from './ReplaceResult';
import { ResultList, type ResultEvents } from './ResultList';
import { SearchForm } from './SearchForm';
import { SearchState } from './SearchState';
import { searchStyle } from './search-style';
import { searchesText, searchRequestIn } from './search-request';
import { searchTexts } from './search-texts';
import { useReplace } from './use-replace';
import { useSearch, type SearchFindings, type FoundFile, type Search } from './use-search';

const WIDTH = 'min(1120px, 100%)';
/** Below every dialog, so that the editor opens above the drawer. */
const LAYER = 990;
/** Below this width the fields are stacked, px. */
const NARROW = 600;

interface Props {
  readonly folder: string;
  /** Starts with the most recent changes. */
  readonly recent: boolean;
  readonly openFolder: (path: string) => void;
  /** Why nothing can be changed now. */
  readonly blocked: string | undefined;
  readonly onGone: () => void;
}

export function SearchDrawer({ recent, onGone, openFolder, folder, blocked }: Props) {
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
      first={first}
      onGone={onGone}
      destroyOnHidden
    >
      <Body
        first={first}
        folder={folder}
        recent={recent}
        blocked={blocked}
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

function Body({ first, folder, recent, blocked, openFolder }: BodyProps) {
  const text = useText(searchTexts);
  const box = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrow(box, NARROW);
  useFocusKept(box, () => box.current?.querySelector<HTMLElement>(`.${RESULT}`) ?? first.current);
  const opener = useFileOpener();
  const [request, setRequest] = useState(() => searchRequestIn(folder, recent));
  const { search, run, halt } = useSearch();
  const [replacement, setReplacement] = useState<string>();
  const replace = useReplace(opener.files.reread);
  const start = useRef({ recent, request, run });
  useEffect(() => {
    if (start.current.recent) start.current.run(start.current.request);
  }, []);

  const place = ({ entry }: FoundFile) => openFolder(parentOf(entry.path));
  const show = (found: FoundFile, line?: number) => {
    const { path, type } = found.entry;
    const named = { ...found.entry, name: nameOf(path), mode: '', uid: 0 };
    if (type === 'folder') return openFolder(path);
    if (line !== undefined) return opener.edit(path, line);
    if (isPreviewed(named)) return opener.preview(path);
    if (isEditable(named)) return opener.edit(path);
    place(found);
  };

  const searchAgain = () => {
    replace.leave();
    if (search.is !== 'idle') run(search.request);
  };
  const blockedReason =
    search.is === 'running' ? text('replace.running') : hasTexts(search) ? undefined : text('replace.first');

  return (
    <div ref={box} className={`fm-search ${isNarrow ? 'fm-search-narrow' : ''}`}>
      <MountStyle css={searchStyle} />
      <SearchForm
        request={request}
        onChange={setRequest}
        first={first}
        isRunning={search.is === 'running'}
        onRun={() => {
          replace.leave();
          run(request);
        }}
        onStop={halt}
        replaces={replacement !== undefined}
        onReplaces={(replaces) => {
          replace.leave();
          setReplacement(replaces ? '' : undefined);
        }}
      >
        {replacement !== undefined && (
          <ReplaceBar
            value={replacement}
            onChange={(value) => {
              replace.leave();
              setReplacement(value);
            }}
            isRegex={request.regex}
            reason={blocked ?? blockedReason}
            onPreview={() => hasTexts(search) && replace.preview(search, replacement)}
          />
        )}
      </SearchForm>
      <Outcome
        search={search}
        folder={request.folder}
        replace={replace}
        isNarrow={isNarrow}
        blocked={blocked}
        onSearchAgain={searchAgain}
        onOpen={show}
        onPlace={place}
      />
    </div>
  );
}

interface OutcomeProps extends ResultEvents {
  readonly search: Search;
  readonly folder: string;
  readonly replace: ReturnType<typeof useReplace>;
  readonly isNarrow: boolean;
  readonly blocked: string | undefined;
  readonly onSearchAgain: () => void;
}

/** Shows the results of the search, or the state of the replacement. */
function Outcome({ search, folder, replace, isNarrow, blocked, onSearchAgain, ...props }: OutcomeProps) {
  return (
    <>
      {replace.state.is === 'off' && (
        <>
          <SearchState search={search} folder={folder} onRetry={onSearchAgain} />
          {search.is !== 'idle' && search.files.length > 0 && (
            <ResultList
              files={search.files}
              isNarrow={isNarrow}
              onOpen={props.onOpen}
              onPlace={props.onPlace}
            />
          )}
        </>
      )}
      {replace.state.is === 'preview' && (
        <ReplacePreview
          preview={replace.state}
          isNarrow={isNarrow}
          blocked={blocked}
          onApply={replace.apply}
          onBack={replace.leave}
        />
      )}
      {replace.state.is !== 'off' && replace.state.is !== 'preview' && (
        <ReplaceResult state={replace.state} onUndo={replace.undo} onBack={onSearchAgain} />
      )}
    </>
  );
}

/** Whether text matches were found; entries found by name can't be replaced. */
const hasTexts = (search: Search): search is SearchFindings & Extract<Search, SearchFindings> =>
  search.is !== 'idle' && search.files.length > 0 && searchesText(search.request);
