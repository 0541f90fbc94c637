import { offerEmbedApi } from './embed-api';
import { readBoot } from './read-boot';

/** Small, so that the boot document is requested while kit and SDK are still loading. */
offerEmbedApi({
  open: async (place, origin) => {
    const boot = readBoot(origin, place.options);
    const { openArea } = await import('./open-area');
    return openArea(place, { origin, boot });
  },
});
