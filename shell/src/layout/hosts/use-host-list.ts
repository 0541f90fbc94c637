import { getAllHostList, HOST_PAGE_SIZE, HOST_SEARCH_PAUSE_MS } from '@sitedeck/contract';
import { call } from '@sitedeck/sdk';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { makeHostPager, type RequestHosts, type HostPager, type HostList } from './host-pager';

/** One field finds by name, remark or domain: the server returns hosts that match either of its two filters. */
const askServer: RequestHosts = async (text, page, signal) => {
  const params = { page, size: HOST_PAGE_SIZE };
  const body = text === '' ? {} : { hostName: text, domain: text };
  const { hostList } = await call(getAllHostList, { params, body }, { signal, quiet: true });
  return hostList;
};

interface HostSearch extends Pick<HostPager, 'more' | 'retry'> {
  readonly list: HostList;
  readonly text: string;
  readonly setText: (text: string) => void;
}

/** The hosts that match the typed text; requested after the last key. */
export function useHostList(): HostSearch {
  const [desk] = useState(() => makeHostPager(askServer));
  const list = useSyncExternalStore(desk.subscribe, desk.get);
  const [text, setText] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    desk.search('');
    return () => {
      clearTimeout(timer.current);
      desk.stop();
    };
  }, [desk]);

  return {
    list,
    text,
    setText: (next) => {
      setText(next);
      desk.expect();
      clearTimeout(timer.current);
      timer.current = setTimeout(() => desk.search(next), HOST_SEARCH_PAUSE_MS);
    },
    more: desk.more,
    retry: desk.retry,
  };
}
