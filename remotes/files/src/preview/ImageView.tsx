import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import ZoomInOutlined from '@ant-design/icons/ZoomInOutlined';
import ZoomOutOutlined from '@ant-design/icons/ZoomOutOutlined';
import { LIST_ENTRIES_MAX } from '@sitedeck/contract';
import { Button, EmptyState, IconButton, useText } from '@sitedeck/ui/core';
import { visibleName } from '@sitedeck/ui/visible-name';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { filesApi } from '../files.api';
import { nameOf, joinPath, parentOf } from '../paths';
import { LinkState } from './LinkState';
import { previewKind } from './preview-kind';
import { previewTexts } from './preview-texts';
import { useLink } from './use-link';

interface Props {
  readonly path: string;
  readonly onGo: (path: string) => void;
}

const STEP = 1.25;
const SMALLEST = 0.05;
const LARGEST = 16;

interface Pixels {
  readonly width: number;
  readonly height: number;
}

/** Shows an image. Arrow keys go through the folder's images, `+` and `-` zoom, `0` fits. */
export function ImageView({ path, onGo }: Props) {
  const text = useText(previewTexts);
  const { link, renew } = useLink(path);
  const { previous, next } = useFolderImages(path);
  const [pixels, setPixels] = useState<Pixels>();
  const [isBroken, setBroken] = useState(false);
  /** Undefined: fitted to the window. */
  const [zoom, setZoom] = useState<number>();
  const name = visibleName(nameOf(path));
  const box = useRef<HTMLDivElement>(null);

  // Focus the image, so that its keys work at once, even after a change to another image.
  useEffect(() => box.current?.focus(), []);

  const scale = (factor: number) =>
    setZoom((before = 1) => Math.min(LARGEST, Math.max(SMALLEST, before * factor)));
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => previous && onGo(previous),
    ArrowRight: () => next && onGo(next),
    '+': () => scale(STEP),
    '=': () => scale(STEP),
    '-': () => scale(1 / STEP),
    '0': () => setZoom(undefined),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const width = zoom !== undefined && pixels ? Math.round(pixels.width * zoom) : undefined;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the group handles the keys of its buttons
    <div className="fm-image" role="group" aria-label={text('image.area', { name })} onKeyDown={onKeyDown}>
      <ImageTools path={path} pixels={pixels} zoom={zoom} onZoom={setZoom} onScale={scale} onGo={onGo} />
      {/* A scrolling region must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={box} className="fm-image-box" tabIndex={0} role="group" aria-label={name}>
        <LinkState state={link} onRetry={renew} />
        {isBroken && <EmptyState text={text('fail.image')} />}
        {link.is === 'ready' && !isBroken && (
          <img
            src={link.url}
            alt={name}
            width={width}
            className={zoom === undefined ? 'fm-image-fit' : undefined}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setPixels({ width: naturalWidth, height: naturalHeight })
            }
            onError={() => setBroken(true)}
          />
        )}
      </div>
    </div>
  );
}

interface ToolsProps extends Props {
  readonly pixels: Pixels | undefined;
  readonly zoom: number | undefined;
  readonly onZoom: (zoom: number | undefined) => void;
  readonly onScale: (factor: number) => void;
}

function ImageTools({ path, pixels, zoom, onZoom, onScale, onGo }: ToolsProps) {
  const text = useText(previewTexts);
  const { place, count, previous, next } = useFolderImages(path);
  return (
    <div className="fm-editor-tools" role="toolbar" aria-label={text('image.tools')}>
      <IconButton
        icon={<LeftOutlined />}
        label={text('image.previous')}
        disabled={!previous}
        onClick={() => previous && onGo(previous)}
      />
      <IconButton
        icon={<RightOutlined />}
        label={text('image.next')}
        disabled={!next}
        onClick={() => next && onGo(next)}
      />
      {place !== undefined && <span>{text('image.of', { n: place + 1, all: count })}</span>}
      <span className="fm-gap" />
      {pixels && (
        <span>
          {text('image.size', { width: pixels.width, height: pixels.height })}
          {zoom !== undefined && ` · ${text('image.zoom', { percent: Math.round(zoom * 100) })}`}
        </span>
      )}
      <IconButton
        icon={<ZoomOutOutlined />}
        label={text('image.smaller')}
        onClick={() => onScale(1 / STEP)}
      />
      <IconButton icon={<ZoomInOutlined />} label={text('image.larger')} onClick={() => onScale(STEP)} />
      <Button size="small" aria-pressed={zoom === undefined} onClick={() => onZoom(undefined)}>
        {text('image.fit')}
      </Button>
      <Button size="small" aria-pressed={zoom === 1} onClick={() => onZoom(1)}>
        {text('image.full')}
      </Button>
    </div>
  );
}

/** The folder's images by name, the position of this one, and its neighbours. */
function useFolderImages(path: string) {
  const folder = parentOf(path);
  const args = {
    body: { path: folder, offset: 0, limit: LIST_ENTRIES_MAX, sort: 'name', order: 'asc' },
  } as const;
  const { data } = filesApi.useListFolderQuery(args);
  const names = (data?.entries ?? [])
    .filter(
      ({ type, name, unreadableName }) => type === 'file' && !unreadableName && previewKind(name) === 'image',
    )
    .map(({ name }) => name);
  const at = names.indexOf(nameOf(path));
  const neighbour = (step: number) => {
    const name = at < 0 ? undefined : names[at + step];
    return name === undefined ? undefined : joinPath(folder, name);
  };
  return { place: at < 0 ? undefined : at, count: names.length, previous: neighbour(-1), next: neighbour(1) };
}
