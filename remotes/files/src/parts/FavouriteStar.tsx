import { StarFilled, StarOutlined } from '@ant-design/icons';
import { IconButton, LockedTip, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { filesTexts } from '../i18n/files-texts';
import { MOST_FAVOURITES, useFavourites } from '../listing/use-favourites';

/** Whether the folder on show is a favourite, and the way to make it one. */
export function FavouriteStar({ path }: { readonly path: string }) {
  const text = useText(filesTexts);
  const format = useLocaleFormat();
  const { paths, turn } = useFavourites();
  if (!paths || path === '/') return null;
  const isOne = paths.includes(path);
  const full = !isOne && paths.length >= MOST_FAVOURITES;
  const label = text(isOne ? 'favourite.remove' : 'favourite.add');
  return (
    <LockedTip reason={full ? text('favourite.many', { n: format.number(MOST_FAVOURITES) }) : undefined}>
      <IconButton
        icon={isOne ? <StarFilled className="fm-folder" /> : <StarOutlined />}
        label={label}
        aria-pressed={isOne}
        onClick={() => turn(path)}
      />
    </LockedTip>
  );
}
