import type { WindowPosition } from '@sitedeck/ui/core';
import { useRef, useState, type DragEvent } from 'react';

/** Whether a drag carries files from outside of the page. */
const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Lets files be dropped anywhere on an element; children fire enter and leave too, hence the count. */
export function useDrop(onDrop: (data: DataTransfer, at: WindowPosition) => void) {
  const depth = useRef(0);
  const [isOver, setIsOver] = useState(false);
  const leave = () => {
    depth.current = 0;
    setIsOver(false);
  };
  return {
    isOver,
    handlers: {
      onDragEnter(event: DragEvent) {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        depth.current += 1;
        setIsOver(true);
      },
      onDragOver(event: DragEvent) {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      },
      onDragLeave() {
        depth.current -= 1;
        if (depth.current <= 0) leave();
      },
      onDrop(event: DragEvent) {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        leave();
        onDrop(event.dataTransfer, { x: event.clientX, y: event.clientY });
      },
    },
  };
}
