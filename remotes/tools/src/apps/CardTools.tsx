import { SearchOutlined } from '@ant-design/icons';
import { APP_CATEGORIES, type AppCategory, type CatalogueApp } from '@sitedeck/contract';
import { useText } from '@sitedeck/ui/core';
import { Input, Select } from '@sitedeck/ui/page';
import { appTexts } from './app-texts';
import type { Address } from './use-address';

interface Props {
  readonly address: Address;
  readonly apps: readonly CatalogueApp[];
}

/** Filters for name and category; only categories that have an app are offered. */
export function CardTools({ address, apps }: Props) {
  const text = useText(appTexts);
  const used = APP_CATEGORIES.filter((category) => apps.some((app) => app.category === category));
  return (
    <>
      <Input
        className="ap-search"
        value={address.filter}
        onChange={(event) => address.show({ filter: event.target.value })}
        prefix={<SearchOutlined aria-hidden />}
        placeholder={text('search')}
        aria-label={text('search')}
        allowClear
      />
      <Select<AppCategory | ''>
        className="ap-category"
        aria-label={text('category')}
        value={address.category}
        onChange={(category) => address.show({ category })}
        options={[
          { value: '', label: text('category.all') },
          ...used.map((value) => ({ value, label: text(`category.${value}`) })),
        ]}
      />
    </>
  );
}
