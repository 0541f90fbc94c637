import { FAVOURITES_MAX } from '@sitedeck/contract';
import { StarFilled, StarOutlined } from '@ant-design/icons';
import { IconButton, LockedTip, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { visibleName } from '@sitedeck/ui/visible-name';
import { useId } from 'react';
import { filesTexts } from '../i18n/files-texts';
import { useFavourites } from '../listing/use-favourites';
import { nameOf } from '../paths';
import { FileName } from './FileName';

/** Button that adds the open folder to the favourites or removes it. */
export function FavouriteStar({ path }: { readonly path: string }) {
  const text = useText(filesTexts);
  const format = useLocaleFormat();
  const { paths, toggle: turn } = useFavourites();
  if (!paths || path === '/') return null;
  const isOne = paths.includes(path);
  const full = !isOne && paths.length >= FAVOURITES_MAX;
  const label = text(isOne ? 'favourite.remove' : 'favourite.add');
  return (
    <LockedTip reason={full ? text('favourite.many', { n: format.number(FAVOURITES_MAX) }) : undefined}>
      <IconButton
        icon={isOne ? <StarFilled className="fm-folder" /> : <StarOutlined />}
        label={label}
        aria-pressed={isOne}
        onClick={() => turn(path)}
      />
    </LockedTip>
  );
}

interface Props {
  readonly path: string;
  readonly onOpen: (path: string) => void;
}

/** Favourite folders above the tree, in the user's order; nothing while there are none. */
export function FavouriteList({ path, onOpen }: Props) {
  const text = useText(filesTexts);
  const id = useId();
  const { paths = [] } = useFavourites();
  if (paths.length === 0) return null;
  return (
    <nav className="fm-stars" aria-labelledby={id}>
      <h2 id={id}>{text('favourite.title')}</h2>
      <ul>
        {paths.map((one) => (
          <li key={one}>
            <button
              type="button"
              className={`fm-star ${one === path ? 'fm-branch-here' : ''}`}
              title={visibleName(one)}
              aria-current={one === path ? 'location' : undefined}
              onClick={() => onOpen(one)}
            >
              <StarFilled className="fm-icon fm-folder" aria-hidden />
              <FileName name={nameOf(one)} />
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
