throw new Error('no thread starts with this');
