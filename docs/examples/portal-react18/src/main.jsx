import React, { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Remote } from './Remote.jsx';

async function getToken() {
  const reply = await fetch('/token?remote=files', { method: 'POST', headers: { 'x-portal': '1' } });
  if (reply.status === 401) return null; // nobody is signed in here
  if (!reply.ok) throw new Error(`no token: ${reply.status}`);
  return (await reply.json()).token;
}

function Portal() {
  const [shown, setShown] = useState(true);
  const [path, setPath] = useState('/wwwroot');
  const [last, setLast] = useState('');
  return (
    <>
      <h1>Portal on React {React.version}</h1>
      <button onClick={() => setShown(!shown)}>{shown ? 'Hide' : 'Show'}</button>{' '}
      <button onClick={() => setPath('/logs')}>Logs</button> <output id="state">{last}</output>
      {shown && (
        <Remote
          name="files"
          path={path}
          locale="en-US"
          getToken={getToken}
          onEvent={(type, detail) => setLast(`${type} ${JSON.stringify(detail)}`)}
        />
      )}
    </>
  );
}

createRoot(document.querySelector('#root')).render(
  <StrictMode>
    <Portal />
  </StrictMode>,
);
