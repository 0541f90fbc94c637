import type { ImageConfig, SiteConfig } from '@sitedeck/contract';
import { readImage, withImage, type ImageContext } from '#sites/config/with-image';

/** The configuration of an image, as settings are applied. Refuses with `image-unreadable`. */
export const configurationOf = (configuration: Readonly<Record<string, unknown>>): ImageConfig =>
  readImage(JSON.stringify(configuration));

/** A document without the lists and texts that an image does not have: it replaces, it does not add. */
const withoutMissing = (document: SiteConfig, image: ImageConfig): SiteConfig => ({
  ...document,
  ...(image.rewriteCode === undefined && { rewrite: null }),
  ...(image.errorPage === undefined && { errorPage: null }),
  ...(image.redirectDomain === undefined && { redirects: [] }),
  ...(image.mime === undefined && { mime: [] }),
});

/**
 * The settings of a site after the deployment of an image. What is the same in both stays exactly as it is stored. Refuses like
 * the single settings.
 */
export const imageDocument =
  (image: ImageConfig, context: ImageContext) =>
  (document: SiteConfig): SiteConfig =>
    withImage(withoutMissing(document, image), image, context);
