import fc from 'fast-check';

// A test says the same every time: what a seed of the day would find is found by changing this one.
fc.configureGlobal({ seed: 20_260_310 });

export default fc;
