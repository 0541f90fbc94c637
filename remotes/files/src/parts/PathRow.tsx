import {
  ArrowLeftOutlined,
  ArrowUpOutlined,
  DownOutlined,
  HomeOutlined,
  SearchOutlined,
} from '@ant-design/icons';
import { Dropdown, IconButton, type MenuProps, useText } from '@sitedeck/ui/core';
import type { InputRef } from '@sitedeck/ui/page';
import { visibleName } from '@sitedeck/ui/visible-name';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { filesTexts } from '../i18n/files-texts';
import type { Folder } from '../listing/use-folder';
import { crumbsOf } from '../paths';
import { FavouriteStar } from './Favourites';
import { FileName } from './FileName';
import { FilterBox } from './FilterBox';

interface Props {
  readonly folder: Folder;
  readonly card: boolean;
  readonly filter: RefObject<InputRef | null>;
  readonly menu: NonNullable<MenuProps['items']>;
  /** Rendered after the filter. */
  readonly end: ReactNode;
}

/** The path of the open folder, with back, up, each parent folder, and the folder's menu. */
export function PathRow({ folder, card, filter, menu, end }: Props) {
  const text = useText(filesTexts);
  const { path } = folder.query;
  const [searching, setSearching] = useState(false);
  const showsFilter = !card || searching || folder.query.filter !== '';
  return (
    <div className="fm-path">
      {!card && (
        <>
          <IconButton
            icon={<ArrowLeftOutlined />}
            label={text('path.back')}
            aria-disabled={!folder.canGoBack}
            onClick={() => folder.back()}
          />
          <IconButton
            icon={<ArrowUpOutlined />}
            label={text('path.up')}
            aria-disabled={path === '/'}
            onClick={() => folder.up()}
          />
        </>
      )}
      {(!card || !showsFilter) && <Crumbs folder={folder} menu={menu} />}
      {!showsFilter || !card ? <FavouriteStar path={path} /> : null}
      {card && !showsFilter && (
        <IconButton
          icon={<SearchOutlined />}
          label={text('filter.open')}
          onClick={() => setSearching(true)}
        />
      )}
      {showsFilter && (
        <FilterBox
          key={path}
          input={filter}
          folder={folder}
          takesFocus={card && searching}
          onLeave={() => setSearching(false)}
        />
      )}
      {end}
    </div>
  );
}

function Crumbs({ folder, menu }: Pick<Props, 'folder' | 'menu'>) {
  const text = useText(filesTexts);
  const list = useRef<HTMLOListElement>(null);
  const crumbs = crumbsOf(folder.query.path);
  const last = crumbs.at(-1);
  return (
    <nav className="fm-crumbs" aria-label={text('path.label')}>
      <ol ref={list}>
        <li>
          <button
            type="button"
            className="fm-crumb"
            aria-label={text('path.root')}
            onClick={() => folder.open('/')}
          >
            <HomeOutlined aria-hidden />
          </button>
        </li>
        {crumbs.slice(0, -1).map(({ name, path }) => (
          <li key={path}>
            <button type="button" className="fm-crumb" onClick={() => folder.open(path)}>
              <FileName name={name} />
            </button>
          </li>
        ))}
        <li aria-current="location">
          <Dropdown menu={{ items: menu }} trigger={['click']}>
            <button
              type="button"
              className="fm-crumb fm-crumb-here"
              aria-label={text('path.menu', { name: visibleName(last?.name ?? text('path.root')) })}
            >
              {last ? <FileName name={last.name} /> : text('path.root')}
              <DownOutlined aria-hidden />
            </button>
          </Dropdown>
        </li>
      </ol>
    </nav>
  );
}
