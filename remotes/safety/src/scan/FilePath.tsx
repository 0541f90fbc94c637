import { visibleName } from '@sitedeck/ui/visible-name';

/** A path of the site in its own text direction, with its hidden characters made visible. */
export function FilePath({ path }: { readonly path: string }) {
  return (
    <bdi className="sf-path sd-mono" dir="ltr">
      {visibleName(path)}
    </bdi>
  );
}
