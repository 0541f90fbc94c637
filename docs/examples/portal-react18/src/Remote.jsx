import React, { useEffect, useRef } from 'react';

/** A remote as a component of React 18, which knows nothing of a custom element's properties and events. */
export function Remote({ name, getToken, onEvent, ...attributes }) {
  const element = useRef(null);
  const listener = useRef(onEvent);
  listener.current = onEvent;
  const ask = useRef(getToken);
  ask.current = getToken;

  useEffect(() => {
    const remote = element.current;
    const names = ['ready', 'error', 'navigate', 'task', 'dirty', 'auth-required'];
    const hear = ({ type, detail }) => listener.current?.(type, detail);
    for (const event of names) remote.addEventListener(event, hear);
    remote.getToken = () => ask.current();
    return () => {
      for (const event of names) remote.removeEventListener(event, hear);
    };
  }, []);

  return <sitedeck-remote ref={element} name={name} {...attributes} />;
}
