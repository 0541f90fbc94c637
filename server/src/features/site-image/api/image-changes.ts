import { faultMessage, type CallReply, type inspectSiteImage } from '@sitedeck/contract';
import type { OwnerContext } from '#api/calls/handlers';
import { readImageContext, type ImageContextParts } from '#sites/api/image-context';
import { configDifferences } from '#sites/config/config-difference';
import type { SiteSettings } from '#sites/config/save-site-config';
import { isRefusal } from '#faults/refusal';
import { configurationOf, imageDocument } from '../image-document';
import type { ReadyImage } from '../image-store';

export interface ImageChangesParts extends ImageContextParts {
  readonly settings: SiteSettings;
}

/** What the deployment of an image would change in the settings of a host, or why the host can't take them. */
export async function imageChanges(
  parts: ImageChangesParts,
  { configuration }: Pick<ReadyImage, 'configuration'>,
  { scope: { hostCode, host }, locale }: Pick<OwnerContext, 'scope' | 'locale'>,
): Promise<Pick<CallReply<typeof inspectSiteImage>, 'changes' | 'refused'>> {
  const image = configurationOf(configuration);
  const context = await readImageContext(parts, host, image);
  const { document } = await parts.settings.read(hostCode);
  try {
    return { changes: configDifferences(document, imageDocument(image, context)(document)), refused: null };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { changes: [], refused: faultMessage(error.reason, locale, error.detail.values) };
  }
}
