SELECT total_changes()
