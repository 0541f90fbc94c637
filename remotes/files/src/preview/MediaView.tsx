import { EmptyState, useText } from '@sitedeck/ui/core';
import { visibleName } from '@sitedeck/ui/visible-name';
import { useRef, useState } from 'react';
import { nameOf } from '../paths';
import { LinkState } from './LinkState';
import { previewTexts } from './preview-texts';
import { useLink } from './use-link';

interface Props {
  readonly path: string;
  readonly kind: 'audio' | 'video';
}

/** Plays audio or video. When the address expires during playback, it continues at the same position by a new address. */
export function MediaView({ path, kind }: Props) {
  const text = useText(previewTexts);
  const { link, renew } = useLink(path);
  const [isBroken, setBroken] = useState(false);
  const at = useRef({ seconds: 0, renewedAt: -1 });
  const label = visibleName(nameOf(path));

  const onError = () => {
    const { seconds, renewedAt } = at.current;
    // A second failure at the same position is the file's fault, not the expired address's.
    if (seconds === renewedAt) return setBroken(true);
    at.current.renewedAt = seconds;
    renew();
  };
  if (isBroken) return <EmptyState text={text('fail.media')} />;
  if (link.is !== 'ready') return <LinkState state={link} onRetry={renew} />;
  const media = {
    src: link.url,
    controls: true,
    preload: 'metadata',
    'aria-label': label,
    onError,
    onTimeUpdate: ({ currentTarget }: { readonly currentTarget: HTMLMediaElement }) => {
      if (currentTarget.currentTime > 0) at.current.seconds = currentTarget.currentTime;
    },
    onLoadedMetadata: ({ currentTarget }: { readonly currentTarget: HTMLMediaElement }) => {
      const { seconds } = at.current;
      if (seconds === 0) return;
      currentTarget.currentTime = seconds;
      void currentTarget.play();
    },
  };
  return (
    <div className="fm-media">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the site's own files may have no captions */}
      {kind === 'audio' ? <audio {...media} /> : <video {...media} />}
    </div>
  );
}
