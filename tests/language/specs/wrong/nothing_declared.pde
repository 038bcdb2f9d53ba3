title "An empty problem"
