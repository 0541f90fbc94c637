import { offerDoor } from './embed-door';
import { readBoot } from './read-boot';

/** Small, so that the token's document is asked for while kit and SDK are still on their way. */
offerDoor({
  open: async (place, origin) => {
    const boot = readBoot(origin, place.options);
    const { openArea } = await import('./open-area');
    return openArea(place, { origin, boot });
  },
});
